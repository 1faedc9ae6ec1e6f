# Mole Park: every word about moves, events, refusals and components. The names of the prizes are in the box.
blurb = Choose a die in secret and whack moles. Trade them for prizes, and be the first to take King Mole's crown.

die-glove = Boxing Glove
die-pan = Frying Pan
die-mallet = Giant Mallet
die-prize = Prize die

pile-candy = The Candy Bar
pile-toys = House of Toys
pile-inflation = Inflation Nation
pile-furry = Furry Friends
pile-action = Ready for Action
pile-collection = King Mole's Collection
pile-crown = the Crown

stars = { $stars ->
    [one] 1 star
   *[other] { $stars } stars
}
moles = { $moles ->
    [one] 1 mole
   *[other] { $moles } moles
}
no-moles = no moles
prize = { $hand ->
    [0] { $stars } from { $pile }
    [one] { $stars } and room for 1 more mole from { $pile }
   *[other] { $stars } and room for { $hand } more moles from { $pile }
}
dealt-to = { $moles } to hole { $hole }
shows-miss = a miss
shows-hole = hole { $shows }

option-king = Which player is King Mole at the start (1 is the first)
rematch-king = In the rematch { $name } is King Mole.

ask-declare = { $wave ->
    [2] Somebody goes for the crown. Will you join in? You need { $cost } stars, and have { $have } before the roll.
   *[other] Will you go for the crown this round? You need { $cost } stars, and have { $have } before the roll.
}
ask-choose = Choose a die in secret: glove, pan, mallet or prize.
ask-discard = You hold { $moles } moles, but only { $limit } are allowed: discard one.
ask-pick = You have { $total } stars: take a prize that costs no more, or pass.
ask-name = { $players } have the same total: name who picks next.
ask-crown = { $players } are tied in the Showdown: who gets the crown?

move-declare = go for the crown
move-hold = don't go for the crown
move-choose = the { $die }
move-discard = discard a mole of { $stars }
move-take = take the prize of { $pile }
move-pass = take no prize
move-name = let { $player } pick next
move-crown = give the crown to { $player }
move-roll = { $player }, { $die }: { $result }
move-draw = { $player }, a mole of { $stars }
move-turn = { $pile }: card { $card } is turned up

event-round = Round { $round }.
event-dealt = { $each ->
    [0] Moles were dealt: { $holes }.
    [one] Every hole got 1 mole.
   *[other] Every hole got { $each } moles.
}
event-refilled = The Burrow was empty, so the Mole Hill was shuffled back in: { $moles }.
event-stage = { $phase ->
    [declare] { $wave ->
        [2] Will anybody join in? Asked: { $players }.
       *[other] Will anybody go for the crown? Asked: { $players }.
    }
    [choose] Time to choose a die in secret: { $players }.
    [roll] { "" }
    [whack] { "" }
    [discard] Too many moles in hand, some must go: { $players }.
    [name] Equal totals: King Mole ({ $players }) says who picks next.
    [pick] The next to pick: { $players }.
    [crown] A tie in the Showdown: King Mole ({ $players }) decides.
   *[turn] { "" }
}
# An event without words has no line of its own: what follows tells it.
event-answered = { "" }
event-answer = { $declare ->
    [yes] { $player } answered: going for the crown.
   *[no] { $player } answered: not this time.
}
event-declared = { $player } declared: going for the crown!
event-nobody = { $wave ->
    [2] Nobody else goes for the crown.
   *[other] Nobody goes for the crown.
}
event-ready = { $player } chose a die in secret.
event-chosen = { $player } chose the { $die }.
event-called = King Mole ({ $king }) called: roll!
event-die = { "" }
event-rolled = { $player } rolled the { $die }: { $result }.
event-split = { $each ->
    [0] Hole { $hole }: { $moles } for { $dice } dice. Too few, so nobody got any.
   *[other] { $dice ->
        [one] Hole { $hole }: { $moles } for one die.
       *[other] Hole { $hole }: { $moles } for { $dice } dice. { $left ->
            [0] Each got { $each }.
            [one] Each got { $each }, and 1 stayed.
           *[other] Each got { $each }, and { $left } stayed.
        }
    }
}
event-took = { $player } took a mole from hole { $hole }.
event-drew = { $player } looked at it: { $stars }.
event-discarded = { $player } discarded a mole of { $stars }.
event-showed = { $player } showed the hand ({ $hand }), and it went to the Mole Hill.
event-total = { $player } added up { $moles } for moles, { $die } on the die and { $prizes } for prizes: { $total }.
event-empty = { $player } rolled the Prize die without a mole and got nothing.
event-short = { $player } fell short of the crown with { $total }.
event-named = King Mole ({ $king }) named { $player } to pick next.
event-won-prize = { $player } won a prize: { $prize }.
event-passed = { $player } took no prize.
event-no-prize = { $player } found nothing for { $total } and won nothing.
event-turned = A new prize was turned up: { $prize }.
event-showdown = Showdown for the crown: { $players }!
event-cleared = All holes were cleared, and the moles went back into the Burrow.
event-gave-back = { $player } gave back all prizes.
event-crowned = { $player } took King Mole's crown and won!
event-ended = The game is over.
event-shared = Nobody took the crown in time: everybody shares the game.

refused-MP-06 = nobody plays before the prizes are turned up.
refused-MP-09 = { $phase ->
    [declare] { $asked ->
        [yes] that is not an answer.
       *[no] only players with a mole who have not answered yet are asked now, and a declaration is final.
    }
   *[other] going for the crown is declared before dice are chosen, by players with a mole.
}
refused-MP-10 = { $phase ->
    [choose] this seat has its die: everyone chooses once, and a player who declared rolls the Prize die.
    [roll] the dice are rolling; everyone has chosen already.
   *[other] dice are not chosen now.
}
refused-MP-13 = the moles of each hole are being split; nobody decides anything now.
refused-MP-14 = { $phase ->
    [discard] { $asked ->
        [yes] there is no mole of { $stars } in your hand.
       *[no] only players who hold more moles than their limit discard now.
    }
   *[other] moles are discarded only after whacking, by players who hold too many.
}
refused-MP-17 = { $phase ->
    [pick] { $asked ->
        [yes] a prize must lie face up and cost no more than your { $total }; the crown has to be declared for.
       *[no] prizes are picked one player at a time, from the highest total down.
    }
   *[other] prizes are picked only after the roll, by players who rolled the Prize die.
}
refused-MP-19 = { $phase ->
    [name] { $asked ->
        [yes] King Mole must name one of the players with the same total who have not picked.
       *[no] King Mole says who picks next.
    }
   *[other] there are no equal totals to decide about now.
}
refused-MP-21 = new prizes are being turned up; the next round comes after that.
refused-MP-25 = the game is over: King Mole's crown was won.
refused-MP-27 = { $phase ->
    [over] the game is over: the crown was won in the Showdown.
   *[other] in the Showdown only the dice decide.
}
refused-MP-28 = { $phase ->
    [over] the game is over: the tie in the Showdown was decided.
    [crown] { $asked ->
        [yes] the crown goes to one of the tied players, and never to King Mole.
       *[no] King Mole decides who gets the crown.
    }
   *[other] King Mole gives the crown away only after a tie in the Showdown.
}
refused-MP-30 = the game is over: nobody had taken the crown after round 100.

ended-MP-25 = The crown was won by somebody who declared and reached it alone.
ended-MP-27 = The crown was won in the Showdown.
ended-MP-28 = The crown was won in the Showdown after a tie.
ended-MP-30 = Nobody had taken the crown after round 100, so the game is a draw.

# ---- the board as text: labels, what a move would bring, and answers to something typed that is not a move -----------
board-round = Round { $round }
board-start = Setting up
board-phase = { $phase ->
    [turn] prizes are turned up
    [declare] who goes for the crown?
    [choose] choose a die in secret
    [roll] the dice roll
    [whack] moles are taken
    [discard] too many moles
    [name] King Mole names who picks
    [pick] prizes are picked
    [crown] King Mole gives the crown away
   *[over] the game is over
}
board-showdown = Showdown
board-king = King Mole
board-prizes = Prizes
board-cost = cost
board-face-up = face up
board-stars = stars
board-left = below
board-empty = (nothing)
board-room = hand +{ $hand }
board-hidden = declare for it
board-hole = Hole { $hole }
board-burrow = Burrow { $moles }
board-hill = Mole Hill { $moles }
board-hill-has = { $count } of { $stars }
board-player = Player
board-moles = moles
board-die = die
board-rolled = rolled
board-total = total
board-state = state
board-secret = ✓ secret
board-declared = ♛ declared
board-won = ★ won
board-shares = shares
board-thinking = thinking ...
board-ready = ✓ ready
board-contestant = in Showdown
board-hand = Your hand
board-no-hand = no moles
board-own = { $player }, prizes

note-crown = { $faces ->
    [0] No roll of the Prize die is enough: you need { $need }.
   *[other] { $faces } of 6 faces are enough ({ $need } or more).
}
note-sure = Every roll is enough.
note-prize = You would have { $low } to { $high } stars.
note-no-moles = Without a mole you get nothing.
note-face = hole { $hole }: { $moles }
note-take = { $name }, { $stars }
note-take-room = { $name }, { $stars } and room for { $hand } more

typed-empty = Type { $example }.
typed-unknown = I don't understand { $typed }. Type { $example }.
typed-too-much = I don't understand { $typed } at the end. Type { $example }.
typed-stars = Say how many stars the mole has, 1 to { $most }, such as "discard 1".
typed-die = { $typed } is not a die: say one of { $dice }.
typed-pile = { $typed } is not a pile: say one of { $piles }, or "pass".
typed-player = Say a player's number, 1 to { $seats }, such as { $example }.
example-declare = "declare" or "hold"
example-choose = "glove", "pan", "mallet" or "prize"
example-discard = "discard" and how many stars the mole has
example-pick = "take" and a pile such as "candy", or "pass"
example-name = "name" and a player's number
example-crown = "crown" and a player's number
example-other = one of the moves that are listed

# ---- the score sheet
sheet-prizes = Prizes
stars-of-prizes = stars from prizes
moles-held = moles in hand
sheet-crown = The crown

# ---- what a board shows that is made from declarations
shown-round = Round
shown-king = King Mole
shown-holes = Moles in the holes
shown-burrow = In the burrow
shown-piles = Prizes
shown-cost = costs
shown-stars = stars
shown-moles = moles
shown-prizes = prizes
shown-declared = declared for the Crown
shown-total = total
shown-glove = { die-glove }
shown-pan = { die-pan }
shown-mallet = { die-mallet }
shown-prize = { die-prize }
card-glove = { die-glove }
card-pan = { die-pan }
card-mallet = { die-mallet }
card-prize = { die-prize }

# ---- why a move is good, and what it risks: what a hint tells
good-declare = If it works, you win the game at once.
risk-declare = { $faces } of 6 sides of the Prize die are not enough. Then you get nothing, and your moles are gone.
good-hold = You keep your moles, and choose a die as always.
good-choose = { $moles ->
    [0] The holes that it hits are empty now.
    [one] There is 1 mole in the holes that it hits.
   *[other] There are { $moles } moles in the holes that it hits.
}
risk-choose = { $miss ->
    [0] Others may whack the same hole, and then you share.
    [one] It misses on 1 of its 6 sides. Others may whack the same hole, and then you share.
   *[other] It misses on { $miss } of its 6 sides. Others may whack the same hole, and then you share.
}
good-prize = Your moles become a prize: { $low } to { $high } stars.
risk-prize = All your moles are gone after it.
risk-prize-none = Without a mole you get nothing.
good-discard = { $weakest ->
    [yes] It is the weakest mole that you have.
   *[no] You keep the others.
}
good-take = Its stars count each time that you roll the Prize die.
good-pass = You leave the prizes to the others.
risk-pass = Your moles are gone all the same.
good-name = They pick next.
good-crown = They get the crown.

# ---- the goal, and the first game that teaches (lesson.toml)
goal = Collect stars with moles and prizes. Say that you go for the crown, reach 40 stars, and you win (MP-25).

lesson-goal = Whack moles and win prizes, for both bring stars. If you go for the crown and reach 40 stars, you win.
lesson-dice = There is a mole in each of the five holes. Everybody chooses a die in secret, then all roll, and the number is the hole that you whack. The Boxing Glove can hit any hole. Choose it.
lesson-dice-wrong = You may choose that one, too. For this lesson, start with the Boxing Glove.
lesson-share = You both whacked hole 3! The moles of a hole are shared evenly. One mole can't be shared by two, so it stays there. Now try the Frying Pan: it hits the low holes, 1 to 3.
lesson-share-wrong = You may choose that one, too. But try the Frying Pan now.
lesson-hold = Two moles from hole 2, with 3 and 5 stars! Now you are asked if you go for the crown. That takes 40 stars, and if you fail, your moles are gone. You have 8, so not this time.
lesson-hold-wrong = You may be so brave! But with 8 stars you would lose your moles. Not this time.
lesson-mallet = The Giant Mallet hits the high holes, 3 to 5. Each of them holds three moles now. Choose it.
lesson-mallet-wrong = You may choose that one, too. But each of the holes 3 to 5 holds three moles: choose the Giant Mallet.
lesson-more = Three more moles! You hold five now, as many as a hand can hold. But you may still get better ones. Choose the Boxing Glove once more.
lesson-more-wrong = You may choose that one, too. For this lesson, try for one more mole with the Boxing Glove.
lesson-limit = A mole with 4 stars! But six moles are one too many. Give the weakest one away: the mole with 2 stars.
lesson-limit-wrong = You may, but that mole has more stars. Give away the one with 2 stars.
lesson-prize = Your moles have 19 stars together. Time to win a prize! The Prize die adds its stars to those of your moles. Choose it.
lesson-prize-wrong = You may whack again. But 19 stars are enough for a prize: choose the Prize die.
lesson-take = 19 and 4 make 23 stars, and you may take a prize that costs no more than that. All your moles are gone now, but a prize keeps its stars for the whole game. Take the one for 20.
lesson-take-wrong = You may take that one. But you can have a better one: the one for 20.
lesson-crown = Your new prize has 6 stars. They are added each time that you roll the Prize die. So each prize makes the next one easier.
lesson-end = When moles, prizes and a good roll can make 40 stars, go for the crown. Reach 40, and you win! If you don't, you get nothing, and your moles are gone. Now you know how to play.
