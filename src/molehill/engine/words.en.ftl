# Words that every game shares. A game's own catalogue may override them.
player = Player { $number }
undo-nothing = { $player } has nothing to take back: no move has been made.
undo-chance = { $player } has nothing to take back: chance has decided since.
undo-other = { $player } has nothing to take back: { $other } moved last.
undo-shown = { $player } can't take that back: it is final, or it showed something that was hidden.

# What a hint says about a move, in the terminal and in the app.
hint-versus = You win { $percent } % of quick games played on from there.
hint-team = The team wins { $percent } % of quick games played on from there.
hint-alone = Quick games played on from there end with { $points } { $unit } on average.
hint-line = Expected after that: { $line }.
hint-step = { $player }: { $move }
