# The app's own sentences: screens, buttons, states. What a game says is in the game's catalogue.
app-name = Molehill
load-failed = This part of the app could not be loaded. Try again.
nowhere = There is nothing at this address.

# ---- settings
settings = Settings
settings-kept = All of this holds at once, and this browser keeps it.
setting-theme = Light and dark
setting-theme-system = As the device says
setting-theme-dark = Dark
setting-theme-light = Light
setting-text = Size of the text
setting-text-usual = Usual
setting-text-large = Large
setting-text-larger = Larger
setting-text-largest = Twice as large
setting-motion = Motion
setting-motion-system = As the device says
setting-motion-less = Less: results at once
setting-motion-full = Everything moves
setting-pace = How fast moves are shown
setting-pace-usual = Usual
setting-pace-slow = Slow
setting-pace-quick = Quick
setting-pieces = Pieces and buttons
setting-pieces-usual = Usual
setting-pieces-large = Large
setting-hand = Which hand plays
setting-hand-right = Right
setting-hand-left = Left
setting-names = Names of spaces on boards
setting-names-hidden = Hidden
setting-names-shown = Shown

# ---- gallery
gallery-title = Every piece
gallery-intro = All pieces of the games, the creatures and the marks, at three sizes, on both themes.
gallery-common = Seats, dice and signs

# ---- about
privacy = Privacy
documentation = Documentation
about-title = About Molehill
about-version = Version { $version }.
about-games = Whose games these are
about-owners = The games belong to their designers and publishers. We are not affiliated with any of them. If you like a game here, buy it.
about-game = { $game }, by { $designer }
about-ours = The rules are told in our own words, and all drawings are ours. What the rulebooks show only in pictures is our own design.
about-contact = Contact
about-privacy = What this server keeps of you
about-contact-none = Those who run this server have not said how to reach them.
about-contact-rights = Tell them if something is wrong here, or if a game is yours and you want something changed.
about-licences = Licences
about-licences-ours = Molehill is free software under the MIT licence. The app also contains these works of others. Touch one to read its licence.
about-licences-none = The licences could not be loaded. They are in the file licences.json of the app.
about-work = { $name } { $version }: { $licence }

# ---- the bar under the board
bar-label = What you can do
bar-all-moves = { $count ->
    [one] 1 way
   *[other] { $count } ways
}

do-it = Do it
show-again = Show me again
recap = { $player } { $deeds }.
recap-and = { $deeds } and { $last }

# ---- the board for those who do not see it
board-in-words = The board in words
listed = { $what }: { $items }.

# ---- the default board
plain-hidden = hidden
plain-back = take back
plain-square = row { $row }, column { $column }

# ---- workbench
workbench-not-legal = Not among the recorded legal moves.

# ---- lobby
lobby-index = All games
lobby-line = Board games from under the ground: with friends, with bots, or alone against the moon.
lobby-offline = The server can't be reached. Is it running? Everything at your tables is kept.
try-again = Try again
your-games = Your running games
with-names = with { $names }
table-waits = waiting for the start
your-turn = Your turn!
others-turn = others are deciding
title-turn = ● Your turn: { $game }
players = { $range } players
minutes = { $range } min
age = from age { $age }
game-by = A game by { $designer }
play-now = Play now
starting = One moment …
getting-ready = Getting { $game } ready: once only
the-game = the game
getting-ready-help = The server learns its rules once, and keeps them. The table opens by itself.
cancel = Cancel
open-table = Open a table
open-table-of = A table of { $game }
rules-of = The rules of { $game }
seats-free = { $free ->
    [0] full
    [one] 1 seat free
   *[other] { $free } seats free
}
watch = watch
join-link = Somebody sent you a link?
join-example = paste the link of a table
join-not = That is no link of a table.
join = Join
no-tables = No open tables at the moment. Open one, and it is listed here for others to join.
default-name = Digger
close = Close
to-lobby = To all games

# ---- in the pocket
pocket-title = In your pocket
pocket-what = All games, the bots of every level, hints, rulebooks and lessons also run in this browser, without a server. Games are kept here, and nowhere else.
pocket-alone = This is a place without a server: everything you play here is in your browser.
pocket-chosen = You play in the pocket: new games are in this browser, and need no server.
pocket-away = The server can't be reached. Games that you begin now are in your pocket; those on line are kept there.
pocket-on-line = You play on line: new games are at the server's tables.
pocket-choose = Play in the pocket
pocket-back = Play on line again
pocket-more = What is in it
pocket-games = Your games in the pocket
pocket-none = There are none yet.
pocket-go-on = Go on
pocket-look = Look at it
pocket-save = Save the log
pocket-take = Take it on line
pocket-take-help = Then it goes on at a table of the server, marked as imported. Nobody can verify the rolls that were made here.
pocket-forget = Delete the game
pocket-forget-sure = Really delete it
pocket-bring = Bring a game along
pocket-bring-file = From a log that was saved
pocket-bring-not = There is no log in that file.
pocket-bring-here = Put it into the pocket
pocket-bring-online = From a table on line: one that is over, or at which you hold all seats but those of bots
pocket-again = The game is read again, as this browser has kept it.
pocket-not-taken = That can't be taken into the pocket.
pocket-bring-large = That file is too large: no log is as long.
pocket-over = over
pocket-damaged = What this browser has kept of a game is damaged, so it can't be played. It stays here until you delete it.
pocket-keeps-nothing = This browser lets Molehill keep nothing: games are gone when you close or reload this page. Save their logs to keep them.
pocket-editions = Your editions
pocket-editions-help = Boxes of your own that a server has read. They can be played here without a network.
pocket-editions-none = There are none yet. A box file that you open at a table of a server comes here, and so does an edition that you play in the workshop there.
pocket-editions-none-alone = There are none yet. This place has no server that could read a box file (.toml). Open it where there is one; there, under In your pocket, you can save it as a file, and bring that along here.
pocket-edition-play = Play it
pocket-edition-save = Save as a file
pocket-edition-forget = Delete the edition
pocket-edition-file = From a file (.edition.json)
pocket-edition-not = There is no edition in that file.
pocket-edition-toml = That is a box file. A server has to read it once: open it where there is one, and save it as a file there, under In your pocket.
pocket-edition-other = This is an edition of another game, { $game }.
pocket-edition-brought = { $title } is in your pocket now.
pocket-install = On this device
pocket-install-now = Install Molehill
pocket-install-help = Your browser can put Molehill on the home screen: look for “Install” or “Add to home screen” in its menu.
pocket-kept = Everything is on this device. Molehill opens and plays without a network.
pocket-keeping = Molehill is being put on this device …
pocket-unkept = Molehill can't be kept on this device: that needs an address that begins with https, or this very machine, and a browser that allows it. While this page stays open, games in the pocket need no network.
pocket-network = What needs a network and a server
pocket-network-others = people on other devices, spectators, and chat
pocket-network-dice = dice that can be verified: in the pocket they are this browser's own
pocket-network-box = to read a box file of your own for the first time, and to change one in the workshop: that needs Python. Once read, it is among your editions, and can be saved as a file for a place without a server
pocket-network-games = games of other packages, trained nets as bots, and the workshop's simulations
update-ready = A new version of Molehill is here. Your games stay as they are.
update-now = Use it now
leave-pocket = The game stays in your pocket until you delete it.
dice-pocket = Dice of the pocket
dice-pocket-help = This game was played in a browser, by itself. Nobody can verify its dice.

# ---- opening a table
how-many = How many play?
who-sits = Who sits where?
kind-here = At this device
kind-open = Anybody
kind-bot = Bot
kind-open-help = free for anyone who joins
name-of-seat = Name of player { $number }
which-bot = Which bot
variants = Other ways to play
keep-open = Keep your own cards open
keep-open-help = You see your own cards all the time, so nobody has to remember them. Otherwise they lie face down after { $seconds } seconds.
keep-open-is = Everybody's own cards stay open
more-settings = More settings
set-public = List the table for everybody
set-spectators = Let others watch
set-hints = Allow hints
set-chat = Chat
set-clock = Time for a decision
set-box = Your own box file
set-box-alone = Your own edition, as a file (.edition.json)
set-box-alone-help = A box file (.toml) can't be read here: a server has to read it once. See In your pocket.
seconds = { $seconds } s
no-clock = no limit
yes = yes
no = no

# ---- waiting for the start
seat-open = free
seat-person = somebody
seat-bot = bot
waiting-people = Waiting for people. Send them the link, or put bots on the free seats.
waiting-people-guest = Waiting for people. Anyone can take a free seat by the link.
waiting-start = Everybody is here.
table-full = This table is full
table-full-watch = Every seat is taken. Stay here to watch as soon as it starts, or open a table of your own.
table-full-help = Every seat is taken, and nobody may watch. Open a table of your own.
option-is = { $option }: { $value }
clock-is = { $seconds } seconds for a decision
box-is-own = Played with a box file of its own
imported-is = Goes on with an imported game: the person who imported it may know what is hidden
that-is-you = that is you
sit-here = Sit here
sit-too = One more at this device
their-name = Their name
add-bot = Put a bot here
clear-seat = Clear this seat
your-name = Your name
start = Start
invite = Bring your friends
share = Share
share-code = The link as a QR code
share-link = Link of this table
share-help = Anyone who opens this link takes a free seat, or watches.
copy = Copy the link
copied = Copied.
copy-not = Your browser does not let this page copy. The link is marked: copy it yourself.
share-several = If it does not open, try another address
share-here-only = This table can only be opened on this device so far. No phone could open its link.
share-here-help = The person at the machine that the server runs on can let phones join, from this same place in the app there.
phones-let = Let phones join
phones-let-help = Phones on the same Wi-Fi can then open the link, until you stop it. It needs no internet.
phones-open = Phones on the same network can join.
phones-stop = Stop letting phones join
big-board = Show the big board
big-board-come = Who joins?
big-board-join = Scan this with your phone, and take a seat. Your phone is your hand.
big-board-turn = { $count ->
    [one] It is { $names }'s turn
   *[other] Deciding: { $names }
}
big-board-fill = Full screen
big-board-shrink = Leave full screen
big-board-leave = To the table
start-waits-guest = { $free ->
    [one] The game can start when every seat is taken. One is still free; the host can put a bot there.
   *[other] The game can start when every seat is taken. { $free } are still free; the host can put bots there.
}
start-waits-host = The game can start when every seat is taken, by a person or a bot.
big-board-help = On a laptop or a TV, as the board for all. It shows no secrets; the phones are the hands.

# ---- at the table
connecting = On the way to the table …
connecting-help = This takes a moment.
no-connection = No connection
no-connection-help = We keep trying. Your seat is kept.
connection-lost = The connection is lost. We keep trying; nothing is lost.
bad-link = This link does not work
bad-link-help = The seat it was made for has been given up or taken since. You can still look on.
watch-table = Go to the table
elsewhere = You are playing elsewhere
elsewhere-help = This seat is being played in another tab or on another device. Nothing is lost: go on there, or take it over here.
play-here = Play here
shut = Phones can't join any more
shut-help = The host has stopped letting phones join. Your seat is kept. As soon as phones may join again, you can go on here.
server-restarts = The server is starting again. The table is kept, and play goes on by itself.
try-now = Try now
read-rule = Read { $rule }
seats = Who sits at the table
table-gone = This table is gone
table-gone-help = It may have been cleared after a long time, or the link is not complete.
banned = You can't play here
banned-help = Those who run this server have banned your address.
table-trouble = This table can't be played here
no-spectators = This table is not open to spectators
no-spectators-help = Only those who play can see it.
game-missing = This game could not be loaded. We keep trying; the table is kept.
waiting-for = Waiting for { $names }.
watching-now = You are watching. { $what }
bots-waking = The bots are still waking up …
chance-falls = Dice and cards decide …
deciding = deciding
decided = has decided
away-for = away for { $seconds } s
deciding-for = deciding, { $seconds } s left
seat-left = has left, a bot plays
seat-given-up = { $names } has given up the seat. It is free again.
seat-given-up-bot = { $names } has left the game. A bot plays on.
stood-in = a bot plays
let-bot = Let a bot play
play-myself = I play again
watching = { $count ->
    [one] 1 person is watching
   *[other] { $count } people are watching
}
leave = Leave
take-along = Move to another device
take-along-which = Which seat?
take-along-help = Scan this with the other device, and go on there. Keep it to yourself: anyone who opens this link plays for you.
hand-on = Make this my hand
hand-off = Show the whole board
leave-help = Your seat is kept when you just go away, and a bot may stand in. If you give it up, a bot plays on.
leave-watch = You can come back with the same link.
leave-later = Come back later
leave-now = Give up my seat
panel = Log, rules and chat
tab-log = Log
tab-rules = Rules
tab-chat = Chat
log-empty = Nothing has happened yet.
log-hidden = Hidden while the device is handed over.
undo = Undo
hint = Hint
hint-title = A hint
hint-numbers = The numbers
hint-risk = But mind! { $risk }
do-that = Do that
hand-over = Hand the device to { $player }
hand-over-help = What { $player } sees is secret. The others look away.
hand-over-ready = I am { $player }
chat-say = Say something
chat-empty = Nobody has said anything yet.
chat-off = The chat is switched off.
chat-report = Report
chat-report-help = Show this line to those who run the server
chat-reported = Reported
chat-switch-off = Switch the chat off
chat-switch-on = Switch the chat on
send = Send
search-rules = Search in the rules
contents = Contents
rules-found = { $count ->
    [0] Nothing found. Try another word, or a number such as 09.
    [one] Found in 1 place
   *[other] Found in { $count } places
}

# ---- the end
end-you-won = You won!
end-won = { $name } won
end-shared = Shared by { $names }
end-all-won = You all won!
end-all-lost = All lost this time
end-over = The game is over
tale-led = Counted in { $what }, { $name } was ahead almost from the start.
tale-overtook = Counted in { $what }, { $other } was ahead for a long time, then { $name } went past.
tale-changed = Counted in { $what }, the lead changed { $count } times.
how-it-went = How the game went
graph-start = start
graph-end = end
rematch = Once more
see-board = Look at the board
won-together = { $wins } wins together! Time for something new. { $what }.
open-suggested = Open such a table
rematch-join = Join the rematch
show-end = Result

# ---- whether the dice fit
dice-checked = Dice checked
dice-part = Dice checked in part
dice-missing = Dice without your luck
dice-wrong = The dice do not fit!
dice-failed = The dice could not be checked: the log of the game did not come, or can't be read.
dice-commit-kept = The server's secret is the one that it had fixed before this device added luck.
dice-commit-shown = The server's secret fits what the server shows of it. This device can't tell whether that was shown before the start.
dice-commit-wrong = The server's secret is not the one that it had fixed before the start.
dice-share-there = Your luck is in the dice, as this device sent it: { $names }.
dice-share-dropped = The server took your luck and left it out, or exchanged it: { $names }.
dice-share-late = Your luck is not in the dice: { $names }. It came too late, or the server left it out.
dice-share-none = This device has added no luck to these dice.
dice-share-bot = Luck was added for a bot, so the server chose it: { $names }.
dice-log-rules = The log has a move that can't be made by the rules.
dice-log-odd = The log does not say what the dice follow from as it should.
dice-share-changed = This luck is not what was shown of it when the game began: { $names }.
dice-lucky = Luck was added by: { $names }.
dice-rolls = { $count ->
    [0] There was no roll and no draw to check.
    [one] The one roll or draw follows from the secret and all luck.
   *[other] All { $count } rolls and draws follow from the secret and all luck.
}
dice-rolls-older = { $count ->
    [one] One roll was made elsewhere, before the game was imported.
   *[other] { $count } rolls were made elsewhere, before the game was imported.
}
dice-roll-wrong = Roll { $count } is not what the secret and all luck bring.
dice-seen = What you saw in the game is what its log tells.
dice-seen-wrong = What you saw in the game is not what its log tells.
dice-odds-ours = What each roll could bring, and what came of it, was found here by the rules.
dice-odds-theirs = What each roll could bring, and what came of it, is the server's own account. To check that as well, by the rules, save the log and give it to molehill verify.
dice-log = Save the log

guest = Guest { $number }
tell-me = Tell me when it is my turn

# ---- learning a game by playing it
goal-title = What is it about?
show-goal = The goal
learn = Learn it
learn-by-playing = Learn by playing
learn-game = Learn { $game }
learn-soon = Your first game is being laid out.
offer-title = { $game }: is it your first time?
offer-text = Learn it in a short game, move by move, or begin at once.
offer-learn = Teach me
offer-play = Play at once
learn-panel = The lesson
learn-next = Go on
learn-rule = The rule
learn-skip = Skip, and play
learn-done = Now you know how to play.
learn-real = Play a real game

# ---- the workshop; what it says itself is loaded with it
workshop = Workshop
workshop-of = Change this game in the workshop
