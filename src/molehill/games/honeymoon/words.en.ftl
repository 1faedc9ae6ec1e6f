# Honeymoon: every word about moves, events, refusals and components.
blurb = Everybody digs into an own copy of the same moon with one die for all. Tick off sweets, stay clear of pickles, and mind the timer.

cell-honey = honey
cell-chocolate = chocolate
cell-gummy = gummy bear
cell-marshmallow = marshmallow
cell-candy = candy
cell-pickle = pickle
cell-soil = soil
cell-rock = rock
cell-outside = outside

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

event-rolled = The die shows { $shows }.
event-crossed = { $run ->
    [2] Timer, second run: box { $crossed } is crossed off.
   *[other] Timer: box { $crossed } is crossed off.
}
event-finished = { $player } has finished.
event-chosen = { $player } chose: { $move }.
event-shown = All have finished: the digs are shown.
event-dug = { $length ->
    [one] { $player } dug 1 cell { $to } at { $place }.
   *[other] { $player } dug { $length } cells { $to } from { $place }.
}
event-passed = { $player } had nowhere to dig and passed.
event-ticked = { $player } found { $sweet }: number { $count } in that row.
event-full = { $player } found { $sweet }, but that row is full.
event-pickled = { $count ->
    [one] { $player } hit a pickle: 2 points lost.
   *[other] { $player } hit a pickle, the { NUMBER($count) } so far: 2 points lost.
}
event-marked = { $player } has marked { $marked } slots.
event-scored = { $player }: { $points } points.
event-timer = { $run ->
    [2] The timer's first run is done. From the next roll on the second run counts.
   *[other] { $player } has one of every sweet: the timer runs from the next roll on.
}
event-ended = The game is over.
event-won = { $player } won.

refused-HM-05 = { $waiting ->
    [yes] this seat has dug already; the next roll comes when all have finished.
   *[no] nobody digs before the die is rolled.
}
refused-HM-06 = the die shows { $die }, so the tunnel must be { $die } cells long, not { $length }.
refused-HM-07 = a tunnel begins at a starting space, straight inward, or runs straight away from a tunnel of yours.
refused-HM-08 = rocks, cells outside the moon and cells already dug can't be dug.
refused-HM-09 = tunnels never lie side by side: a new cell would touch a tunnel other than where it begins.
refused-HM-10 = there is a place to dig, and whoever can dig must.
refused-HM-11 = { $free ->
    [0] no slot is left for a rolled 1, so it is a pass.
   *[other] a rolled 1 digs at most as many cells as there are free slots ({ $free }), not { $length }.
}
refused-HM-21 = with one shaft only the first dig starts at the rim; now tunnels are continued.
refused-HM-14 = the game is over: the last timer box was crossed off.
refused-HM-15 = the game is over: nobody could dig on any roll.
refused-HM-23 = the game is over: both runs of the timer are through.

ended-HM-14 = The last timer box was crossed off.
ended-HM-15 = Nobody could dig on any roll.
ended-HM-23 = Both runs of the timer are through.
