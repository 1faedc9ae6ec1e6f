# What the board of this game says besides; its other sentences are in the catalogue of the game.
field = The field
face-down = face down
your-stack = Your cards, from the top
stack-top = top
got-it = I have seen them
guess-number = Guess { $number }
your-guess = guess
guess-range = { $low } to { $high }
guess-it = Guess

# ---- pictures of the rulebook
fig-tunnel = The side for two: seven spaces between two houses, the mole in the middle.
fig-plain = no symbol
fig-blocked = Somebody guessed 10, so 9 and 11 are blocked.
fig-closest = The sum is 11: the guess of 11 wins, and the tie behind it changes nothing.
fig-standing = a house
fig-ruin = a ruin
fig-closed = nobody chose it

# ---- the field for those who do not see it
described-house-at = the { $house } house
described-mole = The mole is at { $at }. Next to it: { $joins }.
described-house = { $state ->
    [standing] { $own ->
        [yes] The { $house } house is yours and stands.
       *[no] The { $house } house stands and belongs to { $player }.
    }
    [ruin] The { $house } house is a ruin.
    [closed] Nobody chose the { $house } house.
   *[free] The { $house } house is free.
}
described-path = { $at } leads to { $joins }.
described-player = { $player }: { $fallen ->
    [yes] out
   *[no] { $guess ->
        [none] no guess
       *[other] guess { $guess }
    }, { $cards } face down, { $open ->
        [none] none open
       *[other] open { $open }
    }
}, { $won } won.
described-turned = Cards of this round

# ---- what others did, in short
recap-won-round = won the round
recap-stepped = moved the mole
recap-reversed = turned all stacks round
recap-swapped = exchanged houses with { $other }
recap-fell = lost the house
recap-own-fell = { recap-fell }

# ---- the story at the end
tale-fell = The house of { $name } was the first to fall.
tale-won-round = { $name } guessed best: { $count } rounds won.
tale-stepped = The mole dug its way through { $count } burrows.

# ---- what things say when they are touched
touch-symbol = { $symbol ->
    [second] SECOND: this time the second closest guess wins the round.
    [extra] EXTRA STEP: the winner may move the mole one more step.
    [reverse] REVERSE: the winner may turn every stack upside down.
   *[swap] SWAP: the winner may exchange houses with another player.
}
touch-burrow = A burrow: the mole passes through here.
touch-mole = Here is the mole. The player who wins a round moves it one step; a house that it enters falls.
touch-track = The numbers to guess. Guess here what all top cards make together, when you are asked.

# ---- without the names of spaces, which the board does not show
move-step-unnamed = move the mole one step
move-extra-unnamed = use EXTRA STEP and move the mole one more step
event-stepped-unnamed = { $extra ->
    [yes] { $player } moved the mole one more step.
   *[no] { $player } moved the mole one step.
}
event-returned-unnamed = The mole went back to where it starts.
event-board-turned-unnamed = Two players were left, so the board was turned: the west house went to { $west }, the east house to { $east }.
