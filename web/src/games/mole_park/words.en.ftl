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
