# Mole Rats in Space: every word about moves, events, refusals and components.
blurb = Snakes have got into the space station! Find the four pieces of equipment and bring every mole rat to the escape pod, all together, before the cards run out.

option-challenge = Challenge: five nasty cards are shuffled in
option-starter = Which player starts
option-rats = Which rats the seats play, in seat order; with two players the second is the one opposite the first

suggest-challenge = You have won { $wins } times together. Try the challenge game: challenge=yes

# ---- components -----------------------------------------------------------------------------------------------------

colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
   *[blue] blue
}
snake = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
   *[blue] blue
} snake { $number }
snake-by-number = { colour } { $number }
item = { $item ->
    [toothbrush] the toothbrush
    [tape] the duct tape
    [map] the map
   *[food] the food
}
way = { $way ->
    [clockwise] clockwise
   *[anticlockwise] anticlockwise
}
rat-steps = { $rat_steps ->
    [s1] 1 space
    [s2] 2 spaces
    [s3] 3 spaces
    [s12] 1 or 2 spaces
   *[s23] 2 or 3 spaces
}
snake-steps = { $snake_steps ->
    [s1] 1 space
    [s2] 2 spaces
    [s3] 3 spaces
    [s12] 1 or 2 spaces
   *[s23] 2 or 3 spaces
}
half-rats = { $rat_who ->
    [your] move your rat { rat-steps }
    [any] move any one rat { rat-steps }
    [all] move all rats { rat-steps } each
   *[none] no rat moves
}
half-snakes = { $snake_who ->
    [one] move one { colour } snake { snake-steps }
    [any] move any one snake { snake-steps }
    [all] move all { colour } snakes { snake-steps } each
    [climb-any] any one snake goes to the nearest ladder and up
    [climb-all] all { colour } snakes go to the nearest ladder and up
    [climb-every] every snake goes to the nearest ladder and up
    [add] add a { colour } snake
   *[none] no snake moves
}
card = { $halves ->
    [rats] { half-rats }
    [snakes] { half-snakes }
   *[both] { half-rats }, then { half-snakes }
}
half = { $half ->
    [rats] { half-rats }
   *[snakes] { half-snakes }
}
spaces = { $steps ->
    [one] 1 space
   *[other] { $steps } spaces
}

# ---- what is asked, and what a move would bring ----------------------------------------------------------------------

ask-rats = Your card: { half-rats }. { $some ->
    [one] Choose a way for rat { $todo }.
   *[other] Choose among rats { $todo }.
}
ask-rats-help = Your rat is safe in the pod, so help another. Your card: { half-rats }. Choose among rats { $todo }.
ask-snakes = Your card: { half-snakes }. Choose among { $todo }.
ask-boost = Rat { $rat } has to make room: boost it one space, clockwise or anticlockwise.

note-plain = to { $place }
note-ladder = up the ladder from { $place } to { $end }
note-shaft = down the shaft from { $place } to { $end }
note-pod = up the ladder into the escape pod
note-space = out into space: all would lose!
note-bitten = bitten at { $place }!
note-bitten-again = bitten at { $place } without a medkit: all would lose!
note-collect = collects { item }
note-boosts = boosts rat { $other }
note-blown = out into space and gone for good
note-intrudes = into the escape pod: all would lose!
note-bites = bites rat { $other }

# ---- moves -----------------------------------------------------------------------------------------------------------

move-run = move rat { $rat } by { spaces } { way }
move-slither = move { snake } by { spaces } { way }
move-climb = send { snake } { way } to the nearest ladder and up
move-boost = boost rat { $rat } one space { way }
move-draw = card: { card }

# ---- events ----------------------------------------------------------------------------------------------------------

event-drew = { $player } drew a card: { card }.
event-turn = Next: { $player }.
event-instructed = { $player } played: { half }.
event-nothing = { $player } played: { half-snakes }. There was no such snake, so nothing happened.
event-ran = Rat { $rat } moved { way } from { $from } to { $to }.
event-climbed = Rat { $rat } climbed the ladder from { $from } to { $to }.
event-fell = Rat { $rat } fell through the air shaft from { $from } to { $to }.
event-escaped = Rat { $rat } is in the escape pod!
event-lost = Rat { $rat } fell through an air shaft into outer space.
event-collected = Rat { $rat } collected { item }.
event-bitten = { $saved ->
    [yes] Rat { $rat } is bitten at tier { $tier } and goes back to start: its medkit is gone.
   *[no] Rat { $rat } is bitten at tier { $tier } and has no medkit left.
}
event-crowded = Rat { $rat } has to make room for rat { $by } on { $at }.
event-boosted = Rat { $rat } is boosted { way } to { $to }.
event-slithered = The { snake } moved { way } from { $from } to { $to }.
event-paused = The { snake } waits: { spaces } to go.
event-snake-climbed = The { snake } climbed the ladder from { $from } to { $to }.
event-snake-fell = The { snake } fell through the air shaft from { $from } to { $to }.
event-blown = The { snake } was blown out into space for good.
event-intruded = The { snake } got into the escape pod!
event-added = { $player } added the { snake } on { $at }.
event-discarded = { $player } discarded the card.
event-ended = The game is over.

# ---- refusals --------------------------------------------------------------------------------------------------------

refused-MR-03 = rat { $rat } is not in this game.
refused-MR-05 = the { snake } is still waiting beside the board.
refused-MR-12 = { $asked ->
    [rats] the card says: { half-rats }.
    [boost] rat { $boosted } has to make room first.
   *[other] no rat moves now: the card says { half-snakes }.
}
refused-MR-13 = { $asked ->
    [snakes] the card says: { half-snakes }.
    [boost] rat { $boosted } has to make room first.
   *[other] snakes come after the rats: the card says { half-rats } first.
}
refused-MR-14 = { $asked ->
    [nothing] the player whose turn it is decides, and this seat has nothing to decide now.
    [rats] rat { $rat } does not move any more: with ALL each rat moves once, and rats in the pod stay there.
   *[snakes] the { snake } can't be chosen now: with ALL each snake moves once, and of two alike on one space the first goes first.
}
refused-MR-15 = the { snake } must take the shortest way to a ladder.
refused-MR-20 = { $asked ->
    [boost] rat { $boosted } has to make room, and it can't be boosted onto a rat that took part in the same chain of boosts.
   *[other] no rat has to make room now.
}
refused-MR-23 = { $asked ->
    [nothing] the game is lost: every rat is in the pod, but equipment was left behind.
   *[other] rat { $rat } is in the pod and stays there.
}
refused-MR-25 = the { snake } is out in space for good.
refused-MR-10 = the game is lost: time has run out.
refused-MR-18 = the game is lost: a rat fell into outer space.
refused-MR-21 = the game is lost: a rat was bitten without a medkit.
refused-MR-26 = the game is lost: a snake got into the escape pod.
refused-MR-29 = the game is over: you have won.

ended-MR-10 = All lost: time has run out, there was no card to play.
ended-MR-18 = All lost: a rat fell into outer space.
ended-MR-21 = All lost: a rat was bitten without a medkit.
ended-MR-23 = All lost: every rat is in the pod, but equipment was left behind.
ended-MR-26 = All lost: a snake got into the escape pod.
ended-MR-29 = All won: the equipment is collected and every rat is in the escape pod!

# ---- typing ----------------------------------------------------------------------------------------------------------

typed-empty = Type a move, such as "rat 2 right 3", "red 1 left 2", "climb red 1 right" or "boost rat 2 left".
typed-no-piece = Say which piece as well, such as "rat 2 right 3" or "red 1 left 2".
typed-bad-piece = "{ $typed }" is not a piece. Rats are called 1 to 4, snakes red 1 to blue { $most }, or r1 to b{ $most } for short.
typed-no-way = Say which way as well: right is clockwise, left is anticlockwise.
typed-bad-way = "{ $typed }" is not a direction: say right (clockwise) or left (anticlockwise).
typed-no-steps = Say how many spaces as well, such as "rat 2 right 3".
typed-bad-steps = "{ $typed }" is not a number of spaces: pieces move 1, 2 or 3.
typed-too-much = I don't understand "{ $typed }" at the end.
typed-rats-climb = Only snakes are sent to a ladder; a rat climbs when its move ends on one.
typed-boost-snake = Only rats are boosted.

# ---- the board -------------------------------------------------------------------------------------------------------

board-pod = POD
board-tier = tier { $tier }
board-equipment = equipment
item-name = { $item ->
    [toothbrush] toothbrush
    [tape] duct tape
    [map] map
   *[food] food
}
board-legend-1 = ▲a ladder up to △a   ▼k shaft down to ▽k   ▲* to the pod   ▼* out into space
board-legend-2 = @1 rat  r1 snake  ♦M equipment  ⌂1 rat start  ~r snake start  right: clockwise
board-turn = Turn { $turn }, { $pile ->
    [0] no cards
    [one] 1 card
   *[other] { $pile } cards
} left in the pile
board-aside = Snakes beside the board: { $snakes }
board-space = Snakes out in space: { $snakes }
board-in-pod = pod
board-in-space = lost
board-medkit = medkit
board-no-medkit = no medkit
board-no-card = no card

# ---- the score sheet
sheet-equipment = Equipment (for all)
sheet-home = In the pod
sheet-medkit = Medkit left
sheet-cards = Cards left (for all)

# ---- why a move is good, and what it risks: what a hint tells
good-home = A rat is safe in the escape pod.
good-collect = You collect { item }.
good-ladder = It climbs a ladder, towards the pod.
good-shaft = { $piece ->
    [snake] The snake falls outward, away from the pod.
   *[rat] It goes outward through a shaft.
}
good-blown = The snake is gone for good.
good-clear = Nobody is bitten.
good-step = It comes round the station, to other ladders.
risk-bitten = { $saved ->
    [yes] A rat is bitten: it loses its medkit and goes back to its start.
   *[no] A rat without a medkit is bitten, and all lose!
}
risk-lost = All lose by it!
risk-boost = It pushes rat { $other } on.
risk-climbs = The snake comes nearer to the pod.

# ---- the goal, and the first game that teaches (lesson.toml)
goal = Together, collect all four pieces of equipment and bring every mole rat into the escape pod (MR-29).

lesson-goal = You all play as one team. Collect the toothbrush, the duct tape, the map and the food, and bring every mole rat into the escape pod in the middle. Then everybody wins.
lesson-ladder = Your card says: move your rat 2 or 3 spaces, in any direction. Move it 3 spaces clockwise, to the foot of a ladder. A rat that stops there climbs up.
lesson-ladder-wrong = The card allows that. But 3 spaces clockwise there is a ladder: up is where you want to go.
lesson-snakes = Most cards have two halves: first the rats move, then the snakes. First move your rat 2 spaces clockwise, to the next ladder.
lesson-snakes-wrong = The card allows that. But 2 spaces clockwise there is a ladder.
lesson-space = Now the yellow snake must move, and it is close to your rat. Move it 1 space away from you: there is an air shaft into space. A snake that stops there is gone for good.
lesson-space-wrong = The card allows that. But 1 space away from your rat is an air shaft that takes the snake into space.
lesson-equipment = The duct tape is 3 spaces away. This card moves any one rat, so take your own, and go clockwise. The air shaft on the way does nothing: only the space where you stop counts.
lesson-equipment-wrong = The card allows that. But your own rat reaches the duct tape, 3 spaces clockwise.
lesson-away = Snakes bite, even in passing! A bitten rat goes back to its start and loses its medkit. If it is bitten again, everybody loses. The blue snake is close to your next ladder. Move it 1 space further, clockwise.
lesson-away-wrong = The card allows that. But the blue snake is close to where you want to go: move it 1 space clockwise.
lesson-any = Rats can help each other. Move the other rat 3 spaces anticlockwise, onto the space of your own rat.
lesson-any-wrong = The card allows that. But let the other rat help yours: move it 3 spaces anticlockwise.
lesson-boost = Two rats never share a space: the rat that was there is boosted one space on. You choose the side. Choose clockwise, because there is a ladder!
lesson-boost-wrong = You may. But on the other side there is a ladder: boost your rat clockwise.
lesson-inner = Look, the blue snake was moved out into space! Now the way is free: rats must not run through snakes. Move your rat 3 spaces clockwise, up to the inner ring.
lesson-inner-wrong = The card allows that. But 3 spaces clockwise there is a ladder to the inner ring.
lesson-red = A card is always played to its end, so the red snake moves, too. Nobody is near it. Move it 3 spaces clockwise.
lesson-red-wrong = That does no harm either. For this lesson, move it clockwise.
lesson-end = Go on like this, and climb the last ladder into the pod when you have all equipment. Keep rats out of shafts into space, and snakes out of the pod. And be quick: a player whose turn comes without a card loses the game for all. Now you know how to play.
