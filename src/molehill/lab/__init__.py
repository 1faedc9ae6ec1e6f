"""The lab: what designers and researchers do with whole piles of games. It knows games only through the contract."""
