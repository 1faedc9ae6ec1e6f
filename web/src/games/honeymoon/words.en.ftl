# What the board of this game says besides; its other sentences are in the catalogue of the game.
moon-of = The moon of { $player }
enlarge-moon = Show this moon large
own-moon = Back to your moon
dig-from = { $count ->
    [one] Dig from { $place }: 1 way
   *[other] Dig from { $place }: { $count } ways
}
dig-too-long = Even with a rolled 1 no tunnel is longer than { $most } cells.
die-shows = The die shows { $die }
die-waits = The die has not been rolled
candles = { $left ->
    [one] 1 candle is left
   *[other] { $left } candles are left
}
candles-wait = The timer waits for a full set
candles-burn = A 4, 5 or 6 blows one out
tin-slots = Slots for 1s
tin-points = Points

# ---- pictures of the rulebook
fig-start = start
fig-one-die = One die for everybody
fig-candles = The three timer boxes are candles here: one is out, two still burn.

# ---- the moon for those who do not see it
described-tunnels = Dug so far
described-nothing = Nothing is dug yet.
described-hatches = Hatches where a tunnel may begin
described-row = { $sweet } { $count } of { $most }
described-sheet = { $player } has { $points ->
    [one] { $points } point
   *[other] { $points } points
}: { $rows }, { $pickles ->
    [one] 1 pickle
   *[other] { $pickles } pickles
}, { $marked } of { $slots } slots for 1s used.

# ---- what others did, in short
recap-dug = { $length ->
    [one] dug 1 cell
   *[other] dug { $length } cells
}
recap-passed = could not dig
recap-ticked = { $count ->
    [one] found { $sweet }
   *[other] found { $count } sweets
}
recap-pickled = { $count ->
    [one] hit a pickle
   *[other] hit { $count } pickles
}

# ---- the story at the end
tale-full = { $name } was the first to fill a row of sweets.
tale-ticked = { $name } found the most sweets: { $count }.
tale-pickled = { $name } bit into { $count } pickles, more than anyone else.

# ---- what things say when they are touched
touch-sweet = { $sweet }: { $points ->
    [0] your row is full, so it brings nothing more
    [one] the next one brings 1 point
   *[other] the next one brings { $points } points
}.
touch-pickle = A pickle: it costs 2 points.
touch-rock = A rock: nobody digs through it.
touch-soil = Soil: nothing lies here, but a tunnel may go through it.
touch-hatch = A hatch: a tunnel may begin here.
touch-tunnel = A tunnel that { $player } has dug.
touch-row = What a row is worth with { $count ->
    [one] 1 sweet
   *[other] { $count } sweets
} in it.
touch-slots = Each cell that you dig on a rolled 1 uses up a slot.
touch-sets = Each set of all five kinds of sweets brings { $points } points.

# ---- without the names of cells, which the moon does not show
move-dig-unnamed = { $length ->
    [one] dig 1 cell { $to }
   *[other] dig { $length } cells { $to }
}
event-dug-unnamed = { $length ->
    [one] { $player } dug 1 cell { $to }.
   *[other] { $player } dug { $length } cells { $to }.
}
