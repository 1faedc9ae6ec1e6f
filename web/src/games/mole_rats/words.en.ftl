# What the board of this game says besides; its other sentences are in the catalogue of the game.
station = The space station
rat-number = rat { $rat }
cards-left = { $pile ->
    [one] 1 card left
   *[other] { $pile } cards left
}
in-pod = in the escape pod
medkit = has the medkit
medkit-gone = the medkit is used up
no-card = no card

# ---- pictures of the rulebook
fig-ladder = a ladder, inward
fig-shaft = an air shaft, outward
fig-shaft-space = a shaft into outer space
fig-pod = the escape pod
fig-medkit = the medkit
fig-snakes = three { $colour } snakes
fig-boost = One rat arrives, and the rat that was there is boosted: here onto a ladder.
fig-bite = Past a snake is as bad as onto it: the rat goes home, and its medkit is gone.

# ---- the station for those who do not see it
described-place = { $at ->
    [pod] in the escape pod
    [space] in outer space
    [aside] beside the station
   *[other] on { $at }
}
described-rat = { $own ->
    [yes] Your rat { $rat } is { $place }, { $medkit }.
   *[no] Rat { $rat } of { $player } is { $place }, { $medkit }.
}
described-snakes = { $count ->
    [one] 1 { $colour } snake { $place }.
   *[other] { $count } { $colour } snakes { $place }.
}
described-item = { $collected ->
    [yes] { $item }: collected.
   *[no] { $item }: on { $at }.
}
described-card = The card of { $player }: { $card }
described-ladders = Ladders inward
described-shafts = Air shafts outward
described-way = from { $from } to { $to ->
    [pod] the escape pod
    [space] outer space
   *[other] { $to }
}

# ---- what others did, in short
recap-ran = moved rat { $rat }
recap-climbed = climbed a ladder
recap-fell = fell through a shaft
recap-escaped = brought rat { $rat } into the escape pod
recap-collected = collected { item }
recap-bitten = had rat { $rat } bitten
recap-slithered = { $count ->
    [one] moved a snake
   *[other] moved { $count } snakes
}
recap-blown = sent a snake out into space
recap-added = added a snake
going-ran = Rat { $rat } moves.
going-climbed = Rat { $rat } climbs a ladder.
going-slithered = A { colour } snake moves.
going-snake-climbed = A { colour } snake climbs a ladder.

# ---- the story at the end
tale-collected = { $count ->
    [one] One piece of equipment was found.
   *[other] { $count } pieces of equipment were found.
}
tale-climbed = Rats climbed { $count } ladders.
tale-bitten = { $count ->
    [one] A snake bit once.
   *[other] Snakes bit { $count } times.
}
tale-blown = { $count ->
    [one] One snake was blown into outer space.
   *[other] { $count } snakes were blown into outer space.
}

# ---- what things say when they are touched
touch-space = { $kind ->
    [ladder] A ladder: anyone who stops here climbs it.
    [ladder-pod] A ladder into the escape pod: a rat that stops here is safe.
    [shaft] An air shaft: anyone who stops here falls outward.
    [shaft-space] A shaft into outer space: a snake that stops here is gone, and a rat is lost.
    [home] Where a rat starts, and comes back to when it is bitten.
    [nest] Where new snakes come in.
    [pod] The escape pod: bring every rat here.
   *[space] A space of the station.
}
touch-item = Here lies the { $item }: collect it.
touch-snakes = { $count ->
    [one] A { $colour } snake is here: it bites.
   *[other] { $count } { $colour } snakes are here: they bite.
}

# ---- without the names of spaces and the numbers of snakes, which the board does not show
ask-snakes-unnamed = Your card: { half-snakes }. Choose a snake, and where it goes.
move-slither-unnamed = move a { colour } snake { spaces } { way }
move-climb-unnamed = send a { colour } snake { way } to the nearest ladder and up
note-plain-unnamed = along the ring
note-ladder-unnamed = up the ladder
note-shaft-unnamed = down the shaft
note-bitten-unnamed = bitten on the way!
note-bitten-again-unnamed = bitten without a medkit: all would lose!
event-ran-unnamed = Rat { $rat } moved { way }.
event-climbed-unnamed = Rat { $rat } climbed a ladder.
event-fell-unnamed = Rat { $rat } fell through an air shaft.
event-crowded-unnamed = Rat { $rat } has to make room for rat { $by }.
event-boosted-unnamed = Rat { $rat } is boosted { way }.
event-slithered-unnamed = A { colour } snake moved { way }.
event-snake-climbed-unnamed = A { colour } snake climbed a ladder.
event-snake-fell-unnamed = A { colour } snake fell through an air shaft.
event-paused-unnamed = The { colour } snake waits: { spaces } to go.
event-blown-unnamed = A { colour } snake was blown out into space for good.
event-intruded-unnamed = A { colour } snake got into the escape pod!
event-added-unnamed = { $player } added a { colour } snake.
described-place-unnamed = { $at ->
    [pod] in the escape pod
    [space] in outer space
    [aside] beside the station
   *[other] on the station
}
