# Moledozer: every word about moves, events, refusals and components.
blurb = Guess the sum of hidden cards. The best guesser steers the mole, best of all into somebody else's mouse house. The last house standing wins.

house-north = north
house-east = east
house-south = south
house-west = west

card-plain = { $number ->
    [8] an 8
   *[other] a { $number }
}
card-second = { $number ->
    [8] an 8
   *[other] a { $number }
} with SECOND
card-extra = { $number ->
    [8] an 8
   *[other] a { $number }
} with EXTRA STEP
card-reverse = { $number ->
    [8] an 8
   *[other] a { $number }
} with REVERSE
card-swap = { $number ->
    [8] an 8
   *[other] a { $number }
} with SWAP

symbol-second = SECOND
symbol-extra = EXTRA STEP
symbol-reverse = REVERSE
symbol-swap = SWAP

what = { $what ->
    [multiplication] multiplication
   *[other] addition
}

option-starter = Which player starts the first round
option-change_guess = Second thoughts: the player who guesses first may change the guess after all have guessed
option-own_order = Own order: after each deal you put your own cards in any order, in secret
option-multiply = Multiply: the player who guesses first calls addition or multiplication

look = Look at your stack, and remember the order: afterwards it lies face down.
look-rule = After each deal everybody looks at their own stack for { $seconds } seconds; then it lies face down.

ask-choose = Choose a mouse house.
ask-order = Put your cards in order: which one comes { $place ->
    [1] on top
   *[other] next (card { $place } from the top)
}?
ask-call = You guess first: call addition or multiplication.
ask-guess = Guess the { $what ->
    [multiplication] product
   *[other] sum
} of everybody's top cards: 1 to { $most }, at least 2 away from other guesses.
ask-change = All have guessed. Guess again, or say { $number } again to keep it.
ask-tie = Both houses are equally far from the mole. Guess the sum of two cards that will be drawn: 1 to { $most }.
ask-step = You won the round: move the mole one step.
ask-step-or-symbol = You won the round: move the mole one step. Before or after it you may use one open symbol ({ $symbols }).
ask-symbol = Use one open symbol ({ $symbols }), or stop here.

move-choose = choose the { $house } house
move-guess = guess { $number }
move-step = move the mole to { $to }
move-extra = use EXTRA STEP and move the mole to { $to }
move-reverse = use REVERSE: every stack is turned round
move-swap = use SWAP: exchange house and place with { $other }
move-done = stop here
move-call = call { what }
move-put = put { $card } next
move-draw = the card is { $card }

event-chosen = { $player } chose the { $house } house.
event-shuffled = { $deals ->
    [1] All cards were shuffled.
   *[other] The stacks were empty, so all cards were shuffled: deal { $deals }.
}
# An event without words has no line of its own: that of the last card tells them all.
event-dealt = { $last ->
    [yes] { $player } got { $of } cards.
   *[no] { "" }
}
event-received = You got { $card }.
event-ordering = Everybody puts their own cards in order, in secret.
event-placed = { $player } put { $card } next.
event-ordered = { $player } put all cards in order.
event-round = Round { $number }: the first guess goes to { $player }.
event-called = { $player } called { what }.
event-guessed = { $player } guessed { $number }.
event-kept = { $player } kept the guess.
event-changed = { $player } changed the guess to { $number }.
event-turned = { $player } turned over { $card }.
event-totalled = { $what ->
    [multiplication] The product is { $total }.
   *[other] The sum is { $total }.
}
event-won-round = { $second ->
    [yes] A SECOND lies open: { $player } came second closest and won the round.
   *[no] { $player } came closest and won the round.
}
event-no-winner = { $second ->
    [yes] A SECOND lies open, and two guesses are equally far off: nobody won the round.
   *[no] Two guesses are equally close: nobody won the round.
}
event-stepped = { $extra ->
    [yes] { $player } moved the mole one more step, to { $to }.
   *[no] { $player } moved the mole to { $to }.
}
event-used = { $player } used { $symbol }.
event-reversed = Every stack was turned round, top to bottom.
event-swapped = { $player } exchanged house and place with { $other }.
event-finished = { $player } stopped there.
event-fell = The mole moledozed the { $house } house: { $player } dropped out.
event-returned = The mole went back to { $to }.
event-board-turned = Two players were left, so the board was turned: the west house went to { $west }, the east house to { $east }, and the mole sits on { $mole }.
event-measured = { $steps ->
    [one] { $player }: the mole is 1 step away from the house.
   *[other] { $player }: the mole is { $steps } steps away from the house.
}
event-tied = Both houses are equally far: both guess, then each draws a card. The first guess goes to { $player }.
event-drawn = { $player } drew { $card }.
event-ended = The game is over.
event-won = { $player } won.

refused-MD-02 = { $try ->
    [turn] houses are chosen in the order of the seats, and it is not this seat's turn.
    [choose] { $now ->
        [yes] that house is taken, or is not on this side of the board.
       *[no] houses are chosen at the beginning, not now.
    }
   *[other] nobody chose the house on { $to }, so it is closed.
}
refused-MD-04 = the cards are being dealt; wait until all have theirs.
refused-MD-06 = { $try ->
    [turn] guesses go clockwise, and it is not this seat's turn.
   *[other] { $now ->
        [yes] a guess is a number from 1 to { $most }, not { $number }.
       *[no] nobody guesses now.
    }
}
refused-MD-07 = { $number } is too near another player's guess: stay at least 2 away.
refused-MD-11 = { $try ->
    [turn] only the winner of the round moves the mole.
    [done] the mole must take its step first.
   *[other] { $now ->
        [no] the mole moves when somebody has won the round, not now.
       *[yes] { $stepped ->
            [yes] the mole has taken its step already.
           *[no] { $to } is not a neighbour of { $mole }, where the mole is.
        }
    }
}
refused-MD-12 = { $now ->
    [no] only the winner of a round says done.
   *[yes] one symbol may be used, it must lie open, and an EXTRA STEP comes after the step.
}
refused-MD-13 = { $now ->
    [no] an EXTRA STEP is for the winner of a round.
   *[yes] { $to } is not a neighbour of { $mole }, where the mole is.
}
refused-MD-14 = REVERSE is for the winner of a round.
refused-MD-15 = { $now ->
    [no] SWAP is for the winner of a round.
   *[yes] exchange with another player who is still in.
}
refused-MD-18 = the house on { $to } has fallen: the ruin is closed.
refused-MD-20 = the game is over: only one house stands.
refused-MD-21 = the game is over: the house further from the mole won.
refused-MD-22 = { $phase ->
    [over] the game is over: the last guess decided it.
    [tie-draw] the last two cards are being drawn.
   *[other] the last guesses are made in turn, and it is not this seat's.
}
refused-MD-23 = the game is over: after so many deals the last players share the win.
refused-MD-24 = only the player who guessed first may change the guess now.
refused-MD-25 = { $try ->
    [turn] this seat has nothing to put in order.
   *[other] { $phase ->
        [order] you have no such card left to put in order.
       *[other] cards are not put in order now.
    }
}
refused-MD-26 = { $try ->
    [turn] the player who guesses first calls addition or multiplication.
   *[other] nobody calls addition or multiplication now.
}

ended-MD-20 = Only one house is still standing.
ended-MD-21 = Two new shuffles are played out: the house further from the mole wins.
ended-MD-22 = Both houses were equally far from the mole, so the closer guess at two cards decided.
ended-MD-23 = Three or more houses still stand after so many deals: they share the win.

# ---- the table as text ----------------------------------------------------------------------------------------------
table-round = Round { $number }
table-before = Before the first round
table-deal = Deal { $number }
table-starts = first guess: { $player }
table-what-addition = It is about the sum
table-what-multiplication = It is about the product
table-total-addition = The sum is { $total }
table-total-multiplication = The product is { $total }
table-symbols = Open: { $symbols }
table-used = Used: { $symbol }
table-winner = { $player } won the round
table-nobody = Nobody won the round
table-tie = The last guess decides
table-since = New shuffles among two: { $count } of { $most }
table-over = The game is over
table-won = won
table-out = out
table-guess = guess { $number }
table-rounds-won = { $count } won
table-stack = Your stack, top first:
table-placed = (in order: { $count })
table-drew = drew { $card }
table-track = Number track
table-legend = ² SECOND  + EXTRA STEP  ↻ REVERSE  ⇄ SWAP  ■ face down
table-legend-board = (M) mole  ⌂1 house of player 1  ⌂- closed  ⌂x ruin  o start
table-also = Also neighbours: { $pairs }

note-falls = puts { $player } out
note-own = your own house falls!
note-house = you get the { $house } house

typed-empty = Say what to do, such as { $example }.
typed-unknown = I don't understand { $typed }; say something such as { $example }.
typed-number = { $typed } is not a number; say something such as { $example }.
typed-place = { $typed } is not a place: say a letter a to i and a number 1 to 9, such as { $example }.
typed-house = { $typed } is not a house: say north, east, south or west.
typed-player = { $typed } is not a player: say a number from 1 to { $most }.
typed-call = { $typed } can't be called: say addition or multiplication.
typed-card = { $typed } is not a card: say a number 1 to 10 and perhaps a symbol, such as { $example }.

# ---- the score sheet
sheet-houses = House standing

# ---- why a move is good, and what it risks: what a hint tells
good-choose = Every house is as good as the others at the start.
good-guess = It is near what the top cards are likely to make.
risk-guess = If somebody else comes closer, they steer the mole.
good-near = { $steps ->
    [0] The mole is in the house of { $player }: it falls!
    [one] The mole is 1 step from the house of { $player } then.
   *[other] The mole is { $steps } steps from the house of { $player } then.
}
risk-own = { $steps ->
    [0] It is your own house: you would be out!
    [one] It is 1 step from your own house then.
   *[other] It is { $steps } steps from your own house then.
}
good-reverse = The cards that nobody has in mind come up first.
risk-reverse = What you remember of your stack is the other way round.
good-swap = You live where { $player } lived, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
} from the mole.
good-done = The mole stays where it is.
good-call = You guess first, so you know what it is about.
good-put = The top card is turned over first.

# ---- the goal, and the first game that teaches (lesson.toml)
goal = Guess well, and steer the mole into the houses of the others. The last player whose house stands wins (MD-20).

lesson-goal = A mole digs around between the houses. Keep it away from yours and steer it into the other one! The last player whose house stands wins.
lesson-house = First, choose a house. Take the one on the left, in the west.
lesson-house-wrong = You could live there as well. For this lesson, take the house on the left.
lesson-guess = Everybody has five cards with numbers from 1 to 10. In a real game you see yours for ten seconds only. Guess what both top cards make together. Yours is a 6, and the other may be anything. Guess 12.
lesson-guess-wrong = You may guess that. But 6 and a middling card make about 12: guess 12.
lesson-step = 6 and 7 make 13. Your 12 is the closest guess, so you win the round. The winner moves the mole one step. Move it to the right, towards the other house.
lesson-step-wrong = You may, but that way lies your own house! Move the mole to the right.
lesson-apart = Now the others began, with a guess of 9. Yours must be at least 2 away from it. Your top card is only a 3. Guess 7.
lesson-apart-wrong = That is far enough from 9. But your card is only a 3, so guess a little less than 9: guess 7.
lesson-again = 3 and 2 make 5, and 7 is closer than 9. You win again! Move the mole to the right.
lesson-again-wrong = That way lies your own house. Move the mole to the right.
lesson-extra = Your card shows EXTRA STEP. The winner may use one of the signs on the open cards. Use it: one more step to the right.
lesson-extra-wrong = You don't have to use it. But another step to the right helps you!
lesson-near = One more step, and the mole is in the other house. When the mole enters a house, its owner is out. Your top card is a 9. Guess 15.
lesson-near-wrong = You may guess that. But 9 and a middling card make about 15: guess 15.
lesson-second = Your guess was the closest, but SECOND was on a card: then the second closest guess wins! So the mole was moved back. The others began again, with 12. Your top card is a 4. Guess 9.
lesson-second-wrong = You may guess that. But with a 4 on top, 9 is better.
lesson-forward = 4 and 6 make 10, and 9 is the closest guess. Move the mole to the right again.
lesson-forward-wrong = That way lies your own house. Move the mole to the right.
lesson-swap = Your card shows SWAP: you could exchange houses. But the mole is next to the other house, and that would be yours then! So don't: say that you are done.
lesson-swap-wrong = Careful: then the mole would be next to your own house. Say that you are done.
lesson-last = This is your last card. After this round all cards are shuffled and dealt again. It is an 8. Guess 13.
lesson-last-wrong = You may guess that. But 8 and a middling card make about 13: guess 13.
lesson-enter = 8 and 5 make 13. Exactly right! Move the mole into the house.
lesson-enter-wrong = Not back! The house is on the right, one step away.
lesson-end = You have won: your house is the last one that stands. One more sign you will meet is REVERSE, which turns all stacks upside down. Now you know how to play.
