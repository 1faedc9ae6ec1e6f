# Words that every game shares. A game's own catalogue may override them.
player = Player { $number }
undo-nothing = { $player } has nothing to take back: no move has been made.
undo-chance = { $player } has nothing to take back: chance has decided since.
undo-other = { $player } has nothing to take back: { $other } moved last.
undo-shown = { $player } can't take that back: it showed something that was hidden.
