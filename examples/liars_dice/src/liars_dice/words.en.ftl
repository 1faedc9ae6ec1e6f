# Liar's Dice: every word about moves, events, refusals and components.
blurb = Everybody rolls in secret, and bids in turn how many dice of a face there are in all. Sooner or later somebody lies, and somebody doubts.

option-wild = Ones are wild: they count as any face

ask-first = You begin: bid how many dice of a face there are under all cups.
ask-bid = The bid is { $dice } × { $face }: bid higher, or doubt it.

move-bid = bid { $dice } × { $face }
move-doubt = doubt
move-roll = a die shows { $shows }

event-round = Round { $number }: all dice were rolled.
event-rolled = { $player } rolled a { $face }.
event-ready = { $player } began.
event-bid = { $player } bid { $dice } × { $face }.
event-doubted = { $player } doubted.
event-showed = { $player } showed { $shows }.
event-counted = There were { $dice } × { $face }.
event-lost = { $player } lost a die. Dice left: { $left }.
event-out = { $player } dropped out.
event-ended = The game is over.
event-won = { $player } won.

refused-LD-03 = it is not your turn.
refused-LD-04 = a bid must be higher than { $dice } × { $face }: more dice, or as many of a higher face.
refused-LD-05 = there are only { $all } dice.
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

note-own = { $own } under your own cup
typed-nothing = I don't understand "{ $typed }": say "bid 3 5" for three dice that show 5, or "doubt".
