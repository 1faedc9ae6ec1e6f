# Honeymoon: every word about moves, events, refusals and components.
blurb = Everybody digs into their own copy of the same moon, with one die for all. Tick off sweets, stay clear of pickles, and mind the timer.

cell-honey = honey
cell-chocolate = chocolate
cell-gummy = gummy bear
cell-marshmallow = marshmallow
cell-candy = candy
cell-pickle = pickle
cell-soil = soil
cell-rock = rock
cell-outside = outside

direction-north = north
direction-east = east
direction-south = south
direction-west = west

option-side = Which moon: A for a first game, B for a harder one
option-one_shaft = One shaft: after the first dig no new tunnel may start at the rim

ask-dig = The die shows { $die }: dig { $die } cells in a straight line.
ask-one = The die shows 1: dig 1 to { $most } cells as you like; each marks a slot ({ $free } free).
ask-pass = The die shows { $die }, and there is nowhere to dig: you pass.

move-dig = { $length ->
    [one] dig 1 cell { $to } at { $place }
   *[other] dig { $length } cells { $to } from { $place }
}
move-pass = pass
move-roll = the die shows { $shows }

event-rolled = The die shows { $shows }.
event-crossed = { $run ->
    [2] Timer, second run: box { $crossed } is crossed off.
   *[other] Timer: box { $crossed } is crossed off.
}
event-finished = { $player } finished digging.
event-chosen = { $player } chose: { $move }.
event-shown = All have finished: now the digs are shown.
event-dug = { $length ->
    [one] { $player } dug 1 cell { $to } at { $place }.
   *[other] { $player } dug { $length } cells { $to } from { $place }.
}
event-passed = { $player } had nowhere to dig and passed.
event-ticked = { $player } found { $sweet }: now { $count } in that row.
event-full = { $player } found { $sweet }, but that row is full.
event-pickled = { $count ->
    [one] { $player } hit a pickle: 2 points lost.
   *[other] { $player } hit a pickle, number { $count }: 2 points lost.
}
event-marked = { $player } marked slots: { $marked } so far.
event-scored = { $player }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
event-timer = { $run ->
    [2] The timer's first run is done. From the next roll on the second run counts.
   *[other] { $player } got all five kinds of sweets: the timer runs from the next roll on.
}
event-ended = The game is over.
event-won = { $player } won.

refused-HM-05 = { $waiting ->
    [yes] this seat has dug already; the next roll comes when all have finished.
   *[no] nobody digs before the die is rolled.
}
refused-HM-06 = the die shows { $die }, so the tunnel must be { $die } cells long, not { $length }.
refused-HM-07 = a tunnel begins at a starting space and goes straight in, or it goes straight away from one of your tunnels.
refused-HM-08 = rocks, cells outside the moon and cells already dug can't be dug.
refused-HM-09 = tunnels never lie side by side: a new cell would touch a tunnel other than where it begins.
refused-HM-10 = there is a place to dig, and a player who can dig must dig.
refused-HM-11 = { $free ->
    [0] no slot is left for a rolled 1, so it is a pass.
   *[other] a rolled 1 digs at most as many cells as there are free slots ({ $free }), not { $length }.
}
refused-HM-21 = with one shaft only the first dig starts at the rim; now go on from your tunnels.
refused-HM-14 = the game is over: the last timer box was crossed off.
refused-HM-15 = the game is over: nobody could dig on any roll.
refused-HM-23 = the game is over: both runs of the timer are finished.

ended-HM-14 = The last timer box was crossed off.
ended-HM-15 = Nobody could dig on any roll.
ended-HM-23 = Both runs of the timer are finished.

# ---- the sheet as text: labels, what a dig would bring, and answers to something typed that is not a dig -------------
sheet-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
sheet-roll = Roll { $rolls }: the die shows { $die }
sheet-rolled-none = The die has not been rolled yet
sheet-waiting = Next: roll { $rolls }
sheet-sets = Sets of all five: { $sets }
sheet-pickles = Pickles: { $pickles }
sheet-slots = Slots for 1s
sheet-timer = Timer
sheet-timer-off = waits for a full set
sheet-timer-on = 4, 5, 6 cross a box
sheet-timer-first = first of two runs
sheet-timer-second = second and last run
sheet-over = The game is over.
sheet-legend-starts = starts
sheet-legend-tunnel = tunnel
sheet-legend-chosen = your dig
sheet-small-slots = slots { $marked }/{ $slots }
sheet-small-thinking = thinking ...
sheet-small-finished = ✓ has dug
sheet-small-won = ★ won
sheet-hidden-others = The others' moons need a taller window; type { $command } to see them.

note-finds = { $count } { $what }
note-full = { $what } (row full)
note-points = { $points ->
    [one] { $sign }{ $points } point
   *[other] { $sign }{ $points } points
}
note-pickle = { $count ->
    [one] 1 pickle
   *[other] { $count } pickles
}

typed-empty = Say where to dig, such as { $example }.
typed-no-place = { $typed } is not a place on the moon: type a letter A to { $last } and a number 1 to { $size }, such as { $example }.
typed-no-direction = Say which way as well: north, east, south or west, such as { $example }.
typed-bad-direction = { $typed } is not a direction: say north, east, south or west (or n, e, s, w), such as { $example }.
typed-no-length = A rolled 1 digs 1 to { $most } cells: say how many, such as { $example }.
typed-bad-length = { $typed } is not a length: say a number from 1 to { $longest }, such as { $example }.
typed-too-much = I don't understand { $typed } at the end; a dig looks like { $example }.

# ---- the score sheet
tin-sets = Sets
tin-pickles = Pickles

# ---- why a move is good, and what it risks: what a hint tells
good-dig = You find { $found }.
good-dig-none = Nothing lies there, but new ways open from it.
good-pass = There is nowhere to dig.
risk-pickle = { $count ->
    [one] A pickle lies on the way: it costs 2 points.
   *[other] { $count } pickles lie on the way: each costs 2 points.
}
risk-slots = It uses { $count } of your { $free } slots.

# ---- the goal, and the first game that teaches (lesson.toml)
goal = Dig up sweets in your moon. When the game ends, the most points win (HM-19).

lesson-goal = This moon is full of sweets. Dig them up! At the end, the player with the most points wins.
lesson-start = The die shows 4, so you dig a straight tunnel of 4 cells. Your first tunnel begins at an arrow on the rim. Take the upper arrow on the left: honey lies at the end of that way.
lesson-start-wrong = That tunnel is allowed. But the honey is yours if you begin at the upper arrow on the left.
lesson-branch = Your first honey: 1 point. Two of a kind bring 3 points, and three bring 6. The die shows 3. Branch off: dig up from the end of your tunnel, to more honey.
lesson-branch-wrong = That is allowed, too. But up from the end of your tunnel there is more honey.
lesson-apart = 3 points! Now an important rule: tunnels never lie side by side. Only the first new cell may touch a tunnel, where it begins. The die shows 5. Dig down from the same corner: honey and candy wait there.
lesson-apart-wrong = That is allowed, but look what lies below your corner: honey and candy. Dig 5 cells down.
lesson-one = A 1 is special: you choose how far you dig, from 1 to 7. Each cell uses up a slot, and 7 slots are for the whole game. Dig 2 cells to the right, to the gummy bear, and stop before the pickle.
lesson-one-wrong = That is allowed. But 2 cells to the right bring the gummy bear, and no pickle.
lesson-anywhere = The die shows 6. You may begin at another arrow at any time. Take the upper arrow on the right: the way to the chocolate is free.
lesson-anywhere-wrong = That is allowed. But 6 cells from the upper arrow on the right bring the chocolate.
lesson-pickle = Only a marshmallow is missing. With all five kinds you get 5 points more! A pickle lies behind it and costs 2, but this time it is worth it. Dig 4 cells from the lower arrow on the right.
lesson-pickle-wrong = That is allowed. But you need a marshmallow: dig from the lower arrow on the right.
lesson-timer = You have all five kinds, so the timer runs now. Each 4, 5 or 6 crosses off a box, and this 5 was the first. Dig 5 cells to the right, from the lower end of your long tunnel.
lesson-timer-wrong = That is allowed. But another gummy bear lies to the right of the lower end of your long tunnel.
lesson-end = You have 15 points! The timer has three boxes. The turn in which the third one is crossed off is the last turn. Now you know how to play.
