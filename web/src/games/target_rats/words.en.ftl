# What the board of this game says besides; its other sentences are in the catalogue of the game.
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

# ---- pictures of the rulebook
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

# ---- the city for those who do not see it
described-dice = The dice show { $dice }.
described-family = { $own ->
    [yes] Your family
   *[no] The family of { $player }
}{ $cheese ->
    [yes] , Da Big Cheese
   *[no] { "" }
}: { $home } in nest { $nest }, { $supply } in the supply, { $rats ->
    [none] none out
   *[other] out: { $rats }
}.
described-rat = { $fed ->
    [yes] rat { $rat }, fed, at { $at }
   *[no] rat { $rat }, hungry, at { $at }
}
described-exterminator = { $at ->
    [none] The Exterminator is not on the board.
   *[other] The Exterminator is at { $at }.
}
described-dumpsters = Dumpsters
described-space = { $kind ->
    [surface] Street { $space }
    [underground] Sewer { $space }
    [nest] Nest { $space }
    [tunnel] Tunnel { $space }
   *[city] { place-city }
}: next to { $joins }.

# ---- what others did, in short
going-rolled = { $left ->
    [one] { $player } rolls 1 point.
   *[other] { $player } rolls { $left } points.
}
going-stepped = { $player } moves a rat.
going-fed = { $player } feeds a rat.
recap-stepped = { $count ->
    [one] moved a rat
   *[other] moved { $count } rats
}
recap-fed = { $count ->
    [one] fed one
   *[other] fed { $count } rats
}
recap-born = { $count ->
    [one] had a baby
    [2] had two babies
   *[other] had { $count } babies
}
recap-placed = { $count ->
    [one] placed a new rat
   *[other] placed { $count } new rats
}
recap-sent = sent the Exterminator
recap-killed = { $count ->
    [one] lost a rat
   *[other] lost { $count } rats
}
recap-own-killed = { recap-killed }
recap-crowned = took the cheese
recap-decided = won the fight for Rat City

# ---- the story at the end
tale-born = { $name } had the most babies: { $count }.
tale-crowned = { $count ->
    [one] { $name } took Rat City.
   *[other] { $name } took Rat City { $count } times.
}
tale-killed = The Exterminator caught { $count } rats of { $name }, more than of anyone else.

# ---- what things say when they are touched
touch-space = { $kind ->
    [dumpster] A dumpster: a hungry rat that comes here is fed.
    [manhole] A way between the street and the sewer.
    [surface] The street.
    [underground] The sewer.
    [tunnel] A tunnel into Rat City.
    [free-nest] A nest without a family.
    [nest] The nest of { $player }.
   *[city] Rat City: the player who holds it is Da Big Cheese.
}
touch-rats = { $player } has { $count ->
    [one] a rat
   *[other] { $count } rats
} here{ $fed ->
    [0] , hungry
   *[other] , { $fed } of them fed
}.
touch-far = { $steps ->
    [one] Your rat is here with 1 step.
   *[other] Your rat is here with { $steps } steps.
}
touch-exterminator = The Exterminator stands here: nobody gets past him, and nobody feeds.

# ---- without the names of spaces, which the board does not show
place-space-unnamed = { $kind ->
    [s] the street
    [u] the sewer
   *[t] the tunnel
}
place-nest-unnamed = the nest
move-step-unnamed = move a rat into { $place }
move-breed-unnamed = let two rats have babies
move-exterminate-unnamed = send the Exterminator there
event-stepped-unnamed = { $player } moved a rat into { $place } ({ $left } left).
event-fed-unnamed = { $player }: a rat found food.
event-bred-unnamed = { $player }: two rats had babies.
event-sent-unnamed = { $player } sent the Exterminator.
event-killed-unnamed = { $player }: a rat died in { $place } and went back to the supply.
described-family-unnamed = { $own ->
    [yes] Your family
   *[no] The family of { $player }
}{ $cheese ->
    [yes] , Da Big Cheese
   *[no] { "" }
}: { $home } in the nest, { $supply } in the supply, { $rats ->
    [none] none out
   *[other] out: { $rats }
}.
described-rat-unnamed = { $fed ->
    [yes] a fed rat
   *[no] a hungry rat
}
