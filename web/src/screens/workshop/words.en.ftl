# What the workshop says. It is loaded with its screen only, together with the lab's sentences about what was found.
title = Workshop
title-of = Workshop: { $game }
intro = Change a game and see what it does: its board, its cards, its dice. Bots try your edition at once, and you can play it with friends.
needs-server = The workshop needs a server, and there is none here. An edition that was made elsewhere can be played here: save it there as a file, under In your pocket, and bring it along under In your pocket here.
choose = Which game do you want to change?
back = Back to all games
other-game = Another game
loading = The box is being opened.
again = Try again

# ---- the parts of the screen
part-box = Box
part-board = Board
part-balance = Balance
parts = Parts of the workshop
board-of = The table as { $title } begins
board-none = The board is drawn again as soon as no rule is broken.

# ---- what can be done with an edition
play = Play it
starting = Opening …
friends = Play with friends
keep = Keep
keep-help = Saves the box as a file, which you can edit and play with anywhere.
share = Share
share-title = A link to { $title }
share-help = Whoever opens this link has your edition before them and can change it or play it. The link itself carries it; nothing is kept on the server.
share-long = This box is too large for a link. Keep it, and send the file instead.
share-pocket = To play it without a network, or at a place without a server, put it into your pocket. From there you can save it as a file.
into-pocket = Put it into the pocket
pocketed = It is among your editions in the pocket.
link = The link
copy = Copy
copied = Copied.
undo = Undo
undone = The last change is taken back.
reset = Start over
reset-done = This is the shipped box again.
open-file = Open a box file
found-draft = This is your edition from last time. Start over brings the shipped box back.
found-link = This edition came with the link.
bad-link = This link can't be read: a part of it is missing. Here is the shipped box instead.

# ---- what is wrong
breaks = This can't be played: { $says }
breaks-at = In { $place }.
departs = It leaves the printed rules, and can be played all the same: { $says }
fine = All rules hold.
rule = Read { $rule }

# ---- the form
section-first = The edition
add = Add
add-to = Add a line to { $table }
new-name = Name of the new line
new-value = Value of the new line
remove = Remove { $what }
more-of = One more of { $card }
less-of = One less of { $card }
count-of = Number of { $card }
new-card = A new card
add-card = Add a card to { $table }
item = { $list }, item { $number }
add-item = Add an item to { $list }
remove-item = Remove the last item of { $list }
map-tool = What a touch puts there
map-move = Move: touch one cell, then another; they change places
map-cell = Row { $row }, column { $column }: { $what }
map-held = Row { $row }, column { $column }: { $what }, taken up

# ---- the balance
who = Who plays
bots-greedy = greedy: quick, looks one move ahead
bots-fair = fair: plays better, takes longer
bots-mixed = fair against greedy
seats = Players
options = Variants
waiting = Bots are getting ready …
playing = Bots are playing: { $games } games so far. It gets sharper while you look.
playing-both = Bots are playing: { $games } games of each box so far. It gets sharper while you look.
done = { $games ->
    [one] One game was played.
   *[other] { $games } games were played of each box.
}
over = That is as exact as this server makes it: { $games } games of each box.
stopped = Stopped after { $games } games.
paused = The balance waits until the box can be played.
stop = Stop
go-on = Go on
unfinished = { $games } games did not end at all.
yours = yours
your-edition = your edition
shipped = shipped
against-shipped = Compared with the shipped box
error = ±{ $error }
percent = { $value } %
fair-share = fair would be { $value } %
measure-team-wins = Games won
measure-bot-wins = Wins of { $about }
measure-first-edge = Wins of the first seat
measure-edge = Wins of seat { $about }
measure-shared = Shared wins
measure-length = Length, in { $unit }
measure-points = Points of a player, in { $unit }
measure-tally = In a game: { $unit }
no-trial = The balance could not be found: { $why }
interval-help = The line is where the true value lies, in 95 of 100 cases.
