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
