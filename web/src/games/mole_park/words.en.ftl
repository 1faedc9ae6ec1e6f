# What the board of this game says besides; its other sentences are in the catalogue of the game.
holes = Five mole holes
costs = costs { $cost }
chance-of = { $hits } in 6
would-get = { $alone } alone, { $two } if shared
hand-worth = { $moles ->
    [one] 1 star in hand, { $prizes } from prizes
   *[other] { $moles } stars in hand, { $prizes } from prizes
}
prize-reach = The Prize die would make it { $low } to { $high }.

# ---- pictures of the rulebook
fig-mole-back = in a hole
fig-split = Five moles, two whackers: two for each, and one stays.

# ---- the fair for those who do not see it
described-hole = { $moles ->
    [0] Hole { $hole } is empty.
    [one] Hole { $hole }: 1 mole.
   *[other] Hole { $hole }: { $moles } moles.
}
described-stall = { $stall } costs { $cost }: { $prize }, { $stars }{ $hand ->
    [0] { "" }
    [one] , and 1 more mole may be held
   *[other] , and { $hand } more moles may be held
}; { $down } more below.
described-crown = The Crown costs { $cost }.
described-die = { $die } shows { $face ->
    [X] nothing
   *[other] { $face }
}
described-player = { $king ->
    [yes] { $player }, King Mole
   *[no] { $player }
}: { $moles } of { $limit } moles, { $stars } from prizes{ $prizes ->
    [none] { "" }
   *[other] , prizes { $prizes }
}{ $dice ->
    [none] { "" }
   *[other] , { $dice }
}{ $state ->
    [declared] , has declared
    [ready] , has chosen
   *[none] { "" }
}.

# ---- what others did, in short
recap-declared = went for the crown
recap-took = { $count ->
    [one] whacked a mole
   *[other] whacked { $count } moles
}
recap-won-prize = won a prize
recap-passed = took no prize
recap-no-prize = won nothing
recap-empty = got nothing without a mole
recap-short = fell short of the crown
going-took = { $player } takes moles from hole { $hole }.

# ---- the story at the end
tale-won-prize = { $name } carried home the most prizes: { $count }.
tale-short = { $count ->
    [one] { $name } reached for the crown and fell short.
   *[other] { $name } reached for the crown and fell short { $count } times.
}
tale-empty = { $name } came away with empty hands { $count } times.

# ---- what things say when they are touched
touch-burrow = The Burrow: { $moles ->
    [one] 1 mole waits
   *[other] { $moles } moles wait
} here. New moles for the holes come from it.
touch-hill = The Mole Hill: { $moles ->
    [one] 1 mole lies
   *[other] { $moles } moles lie
} here. It goes back into the Burrow when that is empty.
touch-mole = A mole with { $stars }. Show it with the Prize die, and its stars count for a prize.
touch-die = { $die }: its sides are { $sides }. You choose a die when the next round begins.
