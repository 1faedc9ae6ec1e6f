# The app's own sentences: screens, buttons, states. What a game says is in the game's catalogue.
app-name = Molehill
load-failed = This part of the app could not be loaded. Try again.
nowhere = There is nothing at this address.
theme-dark = Dark theme
theme-light = Light theme

# ---- games
game-honeymoon = Honeymoon
game-mole_rats = Mole Rats in Space
game-moledozer = Moledozer
game-mole_park = Mole Park
game-target_rats = Target: Rats

# ---- gallery
gallery-title = Every piece
gallery-intro = All pieces of the five games, the creatures and the marks, at three sizes, on both themes.
gallery-common = Seats, dice and signs

# ---- about
about-title = About Molehill
about-version = Version { $version }.
about-games = Whose games these are
about-owners = The games belong to their designers and publishers. We are not affiliated with any of them. If you like a game here, buy it.
about-game = { $game }, by { $designer }
about-ours = The rules are told in our own words, and all drawings are ours. What the rulebooks show only in pictures is our own design.
about-contact = Contact
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

# ---- workbench
workbench-not-legal = Not among the recorded legal moves.

# ---- Honeymoon's board
moon-of = The moon of { $player }
enlarge-moon = Show this moon large
own-moon = Back to your moon
dig-from = { $count ->
    [one] Dig from { $place }: 1 way
   *[other] Dig from { $place }: { $count } ways
}
dig-too-long = Even with a rolled 1 no tunnel is longer than { $most } cells.
die-shows = The die shows { $die }
die-waits = The die has not been rolled
candles = { $left ->
    [one] 1 candle is left
   *[other] { $left } candles are left
}
candles-wait = The timer waits for a full set
candles-burn = A 4, 5 or 6 blows one out
tin-slots = Slots for 1s
tin-points = Points

# ---- Mole Rats' board
station = The space station
rat-number = rat { $rat }
cards-left = { $pile ->
    [one] 1 card left
   *[other] { $pile } cards left
}
in-pod = in the escape pod
medkit = has the medkit
medkit-gone = the medkit is used up
no-card = no card

# ---- Moledozer's board
field = The field
face-down = face down
your-stack = Your cards, from the top
stack-top = top
got-it = I have seen them
guess-number = Guess { $number }
your-guess = guess
guess-range = { $low } to { $high }
guess-it = Guess

# ---- Mole Park's board
holes = Five mole holes
costs = costs { $cost }
chance-of = { $hits } in 6
would-get = { $alone } alone, { $two } if shared
hand-worth = { $moles ->
    [one] 1 star in hand, { $prizes } from prizes
   *[other] { $moles } stars in hand, { $prizes } from prizes
}
prize-reach = The Prize die would make it { $low } to { $high }.

# ---- Target: Rats' board
sewers = The city and its sewers
rat-fed-at = Rat { $rat }, fed, at { $place }
rat-unfed-at = Rat { $rat }, unfed, at { $place }
send-exterminator = The Exterminator: choose a space for him
points-left = { $left ->
    [one] 1 step is left
   *[other] { $left } steps are left
}
rats-out = { $out } of { $all } rats are out
rats-tally = { $out } out · { $home } in nest · { $supply } waiting

# ---- lobby
lobby-line = Five games from under the ground: with friends, with bots, or alone against the moon.
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

# ---- opening a table
how-many = How many play?
who-sits = Who sits where?
kind-here = At this device
kind-open = Anybody
kind-bot = Bot
kind-open-help = free for whoever joins
name-of-seat = Name of player { $number }
which-bot = Which bot
variants = Other ways to play
keep-open = Keep the own cards open
keep-open-help = Everybody sees the own cards all the time, so nobody has to remember them. Otherwise they lie face down after { $seconds } seconds.
keep-open-is = Everybody's own cards stay open
more-settings = More settings
set-public = List the table for everybody
set-spectators = Let others watch
set-hints = Allow hints
set-chat = Chat
set-clock = Time for a decision
set-box = Your own box file
seconds = { $seconds } s
no-clock = no limit
yes = yes
no = no

# ---- waiting for the start
seat-open = free
seat-person = somebody
seat-bot = bot
waiting-people = Waiting for people. Send them the link, or put bots on the free seats.
waiting-start = Everybody is here.
table-full = This table is full
table-full-watch = Every seat is taken. Stay here to watch as soon as it starts, or open a table of your own.
table-full-help = Every seat is taken, and nobody may watch. Open a table of your own.
option-is = { $option }: { $value }
clock-is = { $seconds } seconds for a decision
box-is-own = Played with a box file of its own
that-is-you = that is you
sit-here = Sit here
add-bot = Put a bot here
clear-seat = Clear this seat
your-name = Your name
start = Start
invite = Bring your friends
share = Share
share-code = The link as a QR code
share-link = Link of this table
share-help = Whoever opens this link takes a free seat, or watches.
copy = Copy the link

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
server-restarts = The server is starting anew. The table is kept, and play goes on by itself.
try-now = Try now
read-rule = Read { $rule }
seats = Who sits at the table
table-gone = This table is gone
table-gone-help = It may have been cleared after a long time, or the link is not complete.
table-trouble = This table can't be played here
no-spectators = This table is not open to spectators
no-spectators-help = Only those who play can see it.
waiting-for = Waiting for { $names }.
watching-now = You are watching. { $what }
bots-waking = The bots are still waking up …
chance-falls = Dice and cards decide …
deciding = deciding
decided = has decided
away-for = away for { $seconds } s
deciding-for = deciding, { $seconds } s left
stood-in = a bot plays
let-bot = Let a bot play
play-myself = I play again
watching = { $count ->
    [one] 1 person is watching
   *[other] { $count } people are watching
}
leave = Leave
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
do-that = Do that
hand-over = Hand the device to { $player }
hand-over-help = What { $player } sees is secret. The others look away.
hand-over-ready = I am { $player }
chat-say = Say something
chat-empty = Nobody has said anything yet.
chat-off = The chat is switched off.
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

# ---- pictures of the rulebooks
fig-start = start
fig-one-die = One die for everybody
fig-candles = The three timer boxes are candles here: one is out, two still burn.
fig-ladder = a ladder, inward
fig-shaft = an air shaft, outward
fig-shaft-space = a shaft into outer space
fig-pod = the escape pod
fig-medkit = the medkit
fig-snakes = three { $colour } snakes
fig-boost = One rat arrives, and the rat that was there is boosted: here onto a ladder.
fig-bite = Past a snake is as bad as onto it: the rat goes home, and its medkit is gone.
fig-tunnel = The side for two: seven spaces between two houses, the mole in the middle.
fig-plain = no symbol
fig-blocked = Somebody guessed 10, so 9 and 11 are blocked.
fig-closest = The sum is 11: the guess of 11 wins, and the tie behind it changes nothing.
fig-standing = a house
fig-ruin = a ruin
fig-closed = nobody chose it
fig-mole-back = in a hole
fig-split = Five moles, two whackers: two for each, and one stays.
fig-quarter = A quarter of the board: the street above, the sewers below, a tunnel into Rat City.
fig-faction = family { $number }
fig-nest = a nest
fig-faces = A Target, 2, 3, 4, 5 or 6
fig-unfed = hungry: lies low
fig-dumpster = comes to a dumpster
fig-fed = fed: sits up
fig-babies = Two fed rats on one space: both are hungry again, and two new ones wait in the nest.
fig-target = a Target on a die
fig-exterminator = the Exterminator

# ---- the end
end-you-won = You won!
end-won = { $name } won
end-shared = Shared by { $names }
end-all-won = You all won!
end-all-lost = All lost this time
end-over = The game is over
how-it-went = How the game went
graph-start = start
graph-end = end
rematch = Once more
see-board = Look at the board
won-together = { $wins } wins together! Time for something new. { $what }.
open-suggested = Open such a table
rematch-king = In the rematch { $name } is King Mole.
rematch-join = Join the rematch
show-end = Result

# ---- score sheets
points-honeymoon = Points
points-mole_rats = Equipment and rats brought home
points-moledozer = Rounds won
points-mole_park = Stars
points-target_rats = Rats out of the nest

guest = Guest { $number }
tell-me = Tell me when it is my turn
