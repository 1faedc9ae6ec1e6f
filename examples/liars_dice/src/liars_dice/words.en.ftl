blurb = Everybody rolls in secret, and bids in turn how many dice of a face there are in all. Sooner or later somebody lies, and somebody doubts.
option-wild = Ones are wild: they count as any face
ask = Bid how many dice of a face there are under all cups, or doubt the last bid.
move-bid = bid { $dice } × { $face }
move-doubt = doubt
move-roll = a die shows { $shows }
event-round = Round { $number } began: all dice were rolled.
event-rolled = { $player } rolled { $dice }.
event-bid = { $player } bid { $dice } × { $face }.
event-doubted = { $player } doubted.
event-showed = { $player } showed { $dice }.
event-counted = There were { $dice } × { $face }.
event-lost = { $left ->
    [0] { $player } lost the last die and dropped out.
   *[other] { $player } lost a die. Dice left: { $left }.
}
event-won = { $player } won: nobody else has dice.
refused-LD-03 = it is not your turn.
refused-LD-04 = a bid must be higher than the one before: more dice, or as many of a higher face.
refused-LD-05 = there are not so many dice, or none with such a face.
refused-LD-06 = there is no bid to doubt yet.
refused-LD-09 = the game is over: only one player has dice left.
ended-LD-09 = Only one player has dice left.
shown-round = Round
shown-bid = Bid
shown-seat = of
shown-dice = dice
shown-face = showing
shown-left = left
shown-last = shown last
typed-nothing = I don't understand "{ $typed }": say "bid 3 5" for three dice that show 5, or "doubt".
