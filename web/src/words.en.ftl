# The app's own sentences: screens, buttons, states. What a game says is in the game's catalogue.
app-name = Molehill
load-failed = This part of the app could not be loaded. Try again.
nowhere = There is nothing at this address.
theme-dark = Dark theme
theme-light = Light theme

# ---- games
game-honeymoon = Honeymoon
game-mole_rats = Mole Rats in Space
game-moledozer = Moledozer
game-mole_park = Mole Park
game-target_rats = Target: Rats

# ---- gallery
gallery-title = Every piece
gallery-intro = All pieces of the five games, the creatures and the marks, at three sizes, on both themes.
gallery-common = Seats, dice and signs

# ---- the bar under the board
bar-label = What you can do
bar-all-moves = { $count ->
    [one] 1 way
   *[other] { $count } ways
}

# ---- workbench
workbench-not-legal = Not among the recorded legal moves.

# ---- Honeymoon's board
moon-of = The moon of { $player }
own-moon = Back to your moon
dig-from = { $count ->
    [one] Dig from { $place }: 1 way
   *[other] Dig from { $place }: { $count } ways
}
die-shows = The die shows { $die }
die-waits = The die has not been rolled
has-dug = has dug
candles = { $left ->
    [one] 1 candle is left
   *[other] { $left } candles are left
}
candles-wait = lit when somebody has all five
candles-burn = 4, 5 and 6 blow one out
tin-slots = Slots for 1s
tin-sets = Sets
tin-pickles = Pickles
tin-points = Points

# ---- Mole Rats' board
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

# ---- Moledozer's board
field = The field
face-down = face down
stack-left = { $count ->
    [one] 1 card is left
   *[other] { $count } cards are left
}
look-again = Look at your cards
your-stack = Your cards, from the top
stack-top = top
got-it = I have seen them
guess-number = Guess { $number }
your-guess = guess
guess-range = { $low } to { $high }
guess-it = Guess

# ---- Mole Park's board
holes = Five mole holes
costs = costs { $cost }
chance-of = { $hits } in 6
would-get = { $alone } alone, { $two } if shared
hand-worth = { $moles } stars in hand, { $prizes } from prizes
moles-held = moles in hand
stars-of-prizes = stars from prizes

# ---- Target: Rats' board
sewers = The city and its sewers
rat-fed-at = Rat { $rat }, fed, at { $place }
rat-unfed-at = Rat { $rat }, unfed, at { $place }
send-exterminator = The Exterminator: choose a space for him
points-left = { $left ->
    [one] 1 step is left
   *[other] { $left } steps are left
}
rats-out = { $out } of { $all } rats are out
rats-out-label = rats out of the nest
rats-tally = { $out } out · { $home } in the nest · { $supply } waiting
big-cheese = Da Big Cheese
