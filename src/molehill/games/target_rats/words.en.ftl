# Target: Rats: every word about moves, events, refusals and components.
blurb = Lead your rats to the dumpsters, let them have babies, and take Rat City. Rule there with all twelve rats out of the nest, and you win.

option-starter = Which player starts, or drawn by lot

ask-place = You have hardly any rats left: place new ones in your nest first, or just roll.
ask-roll = You are Da Big Cheese: roll { $dice } dice, or { $more }?
ask-move = { $left ->
    [one] 1 point is left: take a step with a rat.
   *[other] { $left } points are left: take a step with a rat.
}
ask-move-target = { $left ->
    [one] 1 point is left: take a step, or send the Exterminator.
   *[other] { $left } points are left: take a step, or send the Exterminator.
}
ask-leftover = There are no more steps to take: do one of the things that are left, or end your movement.

note-feed = gets fed
note-die = dies there
note-crown = takes Rat City
note-enter = enters Rat City
note-kill = { $count ->
    [one] kills 1 rat
   *[other] kills { $count } rats
}{ $own ->
    [0] { "" }
    [one] , 1 of them yours
   *[other] , { $own } of them yours
}
note-breed = { $count ->
    [one] 1 new rat
   *[other] { $count } new rats
}
note-lost = { $count ->
    [one] 1 point is lost
   *[other] { $count } points are lost
}

typed-empty = type what to do, such as "step 2 s5", "breed 1 4", "x s9", "roll 2" or "end".
typed-unknown = "{ $typed }" is nothing a rat can do; try "step 2 s5", "breed 1 4", "x s9", "roll 2" or "end".
typed-step = a step needs a rat and a space, such as "step 2 s5".
typed-breed = it takes two different rats, such as "breed 1 4".
typed-exterminate = say where the Exterminator goes, such as "x s9".
typed-roll = say how many dice, such as "roll 2".
typed-place = type "place" alone.
typed-end = type "end" alone.
typed-bad-rat = "{ $typed }" is not a rat: rats have numbers from 1 to { $most }.
typed-bad-dice = you can't roll "{ $typed }" dice.
typed-bad-space = there is no space "{ $typed }"; spaces are called s5, u3, n0, t0a or city.

board-city = RAT CITY
board-legend = ▣ dumpster   ↓ ↑ sewer entrance   » tunnel (drawn from outside in)   [n0] nest
    X Exterminator   a: unfed rat   A: fed rat   lists: * fed  ! moving  . finished
board-start = The starting player is drawn.
board-turn = Round { $round }: { $player }
board-over = The game is over after { $round ->
    [one] 1 round
   *[other] { $round } rounds
}.
board-dice = dice { $dice }, { $left ->
    [one] 1 point left
   *[other] { $left } points left
}
board-attacker = attack: { $rats ->
    [one] 1 rat
   *[other] { $rats } rats
}, dice { $dice } = { $total }
board-defender = defence: { $rats ->
    [one] 1 rat
   *[other] { $rats } rats
}, dice { $dice } = { $total }
board-cheese = Da Big Cheese
board-counts = { $out } out, { $nest } in nest { $name }, { $supply } in the supply
board-none = no rat on the board

move-place = place new rats in the nest
move-roll = { $dice ->
    [one] roll 1 die
   *[other] roll { $dice } dice
}
move-step = rat { $rat } steps to { $place }
move-breed = rats { $rat } and { $other } have babies
move-exterminate = send the Exterminator to { $place }
move-end = end the movement
move-start = { $player } to start
move-die = the die shows { $shows }

face-target = a Target

place-city = Rat City
place-nest = nest { $name }
place-space = { $name }

event-started = Drawn to start: { $player }.
event-turn = Round { $round }, { $player } to play.
event-placed = { $player } placed a new rat, number { $rat }, in the nest.
# An event without words has no line of its own: what follows tells it.
event-throwing = { "" }
event-rolled = { $player } rolled { $shows }: { $left ->
    [one] 1 point
   *[other] { $left } points
} so far.
event-stepped = { $player } moved rat { $rat } from { $origin } to { $place } ({ $left } left).
event-rested = { "" }
event-fed = { $player }: rat { $rat } found food at { $place }.
event-bred = { $player }: rats { $rat } and { $other } had babies at { $place }.
event-born = { $player }: rat { $rat } was born in the nest.
event-sent = { $player } sent the Exterminator to { $place }.
event-killed = { $player }: rat { $rat } died at { $place } and went back to the supply.
event-crowned = { $player } became Da Big Cheese.
event-halted = { $lost ->
    [0] { $player } stopped moving.
    [one] { $player } stopped moving; 1 point was lost.
   *[other] { $player } stopped moving; { $lost } points were lost.
}
event-fight = { $player } fought { $opponent } for Rat City: { $attackers } against { $defenders }.
event-struck = { $player } threw { $shows }: { $total } in all.
event-decided = { $player } won the fight against { $opponent }: the attack was { $attack }, the defence { $defence }.
event-ended = { $winner ->
    [none] The game ended in a draw.
   *[other] { $winner } won the game!
}

refused-TR-04 = it isn't this seat's turn to decide.
refused-TR-06 = new rats come only before the roll, and only for a player with { $few ->
    [0] no rat
    [one] one rat or none
   *[other] { $few } rats or fewer
} on the board.
refused-TR-07 = { $why ->
    [cheese] a turn has { $dice } dice; only Da Big Cheese may roll one more.
    [rolled] the dice have been rolled already.
    [early] the dice come first.
    [end] while a rat can take a step, the points must be used ({ $left } left).
    [spent] no points are left for a step.
   *[supply] rat { $rat } isn't on the board.
}
refused-TR-08 = rat { $rat } has finished its move this turn.
refused-TR-09 = { $why ->
    [been] rat { $rat } has been at { $place } in this move, and rats never double back.
   *[apart] { $place } isn't joined to the space of rat { $rat }.
}
refused-TR-10 = { $place } is full: a space holds { $holds } rats.
refused-TR-11 = { $place } is another faction's nest.
refused-TR-14 = { $why ->
    [early] rats have babies only after the roll.
    [unfed] both rats must be fed.
    [apart] the two rats must be on the same space.
   *[empty] no rat is left in the supply.
}
refused-TR-16 = while there is no Big Cheese, Rat City is entered only with the very last point of the roll; { $left } are left.
refused-TR-20 = { $why ->
    [early] the Exterminator comes only after the roll.
    [no-target] no Target was rolled.
    [used] the Exterminator has been sent already this turn.
    [spent] no point is left to send the Exterminator.
   *[there] the Exterminator stands there already.
}
refused-TR-24 = the Exterminator stands only on surface spaces, and { $place } is not one.
refused-TR-25 = the game is over: Da Big Cheese has all { $faction } rats out of the nest.
refused-TR-26 = the game is over: a draw after { $rounds } rounds.

ended-TR-25 = Da Big Cheese has all rats out of the nest.
ended-TR-26 = All rounds were played without a winner.

# ---- the score sheet
sheet-nest = In the nest
sheet-supply = Waiting in the supply
big-cheese = Da Big Cheese

# ---- what a board shows that is made from declarations
shown-round = Round
shown-cheese = { board-cheese }
shown-exterminator = Exterminator
shown-left = Steps left
shown-out = out of the nest
shown-dumpster = dumpster
field-rat = Which rat?

# ---- why a move is good, and what it risks: what a hint tells
good-feed = The rat is fed. Two fed rats on one space can have babies.
good-crown = You become Da Big Cheese, and may roll a die more.
good-enter = You come into Rat City.
good-food = { $steps ->
    [one] From there it is 1 step to food.
   *[other] From there it is { $steps } steps to food.
}
good-city = { $steps ->
    [one] From there it is 1 step to Rat City.
   *[other] From there it is { $steps } steps to Rat City.
}
risk-street = In the street the Exterminator can catch it.
risk-die = The Exterminator kills it there!
good-breed = You have more rats then. You need twelve of them out of the nest.
risk-breed = Both are hungry again.
good-exterminate = { $count ->
    [0] He closes that space for everybody.
    [one] He kills 1 rat there.
   *[other] He kills { $count } rats there.
}
risk-exterminate = { $own ->
    [one] One of them is yours.
   *[other] { $own } of them are yours.
}
good-place = You have more rats to move.
good-roll = { $dice ->
    [one] A die gives your rats steps.
   *[other] { $dice } dice give your rats more steps.
}
good-end = Nothing else is worth doing.
risk-end = { note-lost }.

# ---- the goal, and the first game that teaches (lesson.toml)
goal = Become Da Big Cheese in Rat City, and have all twelve rats out of your nest: then you win (TR-25).

lesson-goal = You have a family of rats, and most of them are not born yet. Become Da Big Cheese in Rat City and have all twelve rats out of your nest. Then you win.
lesson-feed = You rolled 4 and 3, so your rats take 7 steps together. Take a rat from the nest, through the sewer, to the dumpster in the street: 5 steps. It is fed when it gets there.
lesson-feed-wrong = You may go there. But food is at the dumpster: follow the way that is shown.
lesson-share = Your rat is fed! 2 steps are left, and any of your rats may take them. Bring a second rat out of the nest, towards the other way up.
lesson-share-wrong = You may. But now bring a second rat out of the nest: follow the way that is shown.
lesson-join = You rolled 2 and 3. Bring your second rat up to the dumpster as well: 3 steps.
lesson-join-wrong = You may go there. But your second rat is hungry: take it to the dumpster.
lesson-breed = Two fed rats on one space may breed! Both become hungry again, and two new rats come into your nest.
lesson-breed-wrong = You may go on. But two new rats are what you want now: let the two rats breed.
lesson-out = A roll must be used up, and 2 steps are left. Take another rat out of the nest, towards Rat City.
lesson-out-wrong = You may. But now take a rat from the nest, towards Rat City: follow the way that is shown.
lesson-city = Rat City has no boss yet. The first rat gets in only with the very last step of a roll. You rolled 2 and 2, and Rat City is exactly 4 steps away. Go in!
lesson-city-wrong = You may go there. But 4 steps are just enough to get into Rat City.
lesson-cheese = You are Da Big Cheese! As long as you are, you may roll three dice in place of two. Take three.
lesson-cheese-wrong = You may. But more dice mean more steps: take three.
lesson-exterminator = You rolled a Target. It counts 1 step, or it sends the Exterminator to a space in the street, where he kills all rats. Send him to the other dumpster: two rats are there.
lesson-exterminator-wrong = You may. But two rats of the others are at their dumpster: send the Exterminator there.
lesson-end = Nobody gets past the Exterminator, and nobody feeds where he stands. Others may come into Rat City and fight you for it: both roll a die for each of their rats there. Feed, breed, and bring all twelve out. Now you know how to play.
