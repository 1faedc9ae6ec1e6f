# Words that every game shares. A game's own catalogue may override them.
player = Player { $number }
undo-nothing = { $player } has nothing to take back: no move has been made.
undo-chance = { $player } has nothing to take back: chance has decided since.
undo-other = { $player } has nothing to take back: { $other } moved last.
undo-shown = { $player } can't take that back: it is final, or it showed something that was hidden.

# What a hint says of a move, wherever it is given.
hint-versus = Games played on from there in a hurry: you win { $percent } % of them.
hint-team = Games played on from there in a hurry: the team wins { $percent } % of them.
hint-alone = Games played on from there in a hurry end with { $points } { $unit } on average.
hint-line = Then expected: { $line }.
hint-step = { $player }: { $label }
