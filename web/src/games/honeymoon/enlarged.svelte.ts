/** Whose moon is shown large, if it is not one's own: a plate is touched, the board shows it. */
class Enlarged {
  seat = $state<number | null>(null);
}

export const enlarged = new Enlarged();
