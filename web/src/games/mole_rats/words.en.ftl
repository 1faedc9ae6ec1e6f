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
