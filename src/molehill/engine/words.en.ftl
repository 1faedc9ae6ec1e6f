# Words that every game shares. A game's own catalogue may override them.
player = Player { $number }
undo-nothing = { $player } has nothing to take back: no move has been made.
undo-chance = { $player } has nothing to take back: chance has decided since.
undo-other = { $player } has nothing to take back: { $other } moved last.
undo-shown = { $player } can't take that back: it is final, or it showed something that was hidden.

# What a hint says about a move, in the terminal and in the app.
hint-worth = Rated { $worth } of 100.
hint-less = { $less ->
    [0] Rated { $worth } of 100, nearly as much as the best.
   *[other] Rated { $worth } of 100, { $less } less than the best.
}
hint-sure = { $sure ->
    [sure] The bot is sure of it.
    [fairly] The bot is fairly sure of it.
   *[close] It is a close call.
}
hint-versus = You win { $percent } % of quick games played on from there.
hint-team = The team wins { $percent } % of quick games played on from there.
hint-alone = Quick games played on from there end with { $points } { $unit } on average.
hint-line = Expected after that: { $line }.
hint-step = { $player }: { $move }
