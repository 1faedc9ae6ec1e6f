/** The rooms of the lobby as pictures: the window of each in art/lobby.svg. */
export const SCENES: Record<string, string> = {
  honeymoon: "0 0 200 200",
  mole_rats: "0 0 200 200",
  moledozer: "0 0 400 240",
  mole_park: "0 0 400 300",
  target_rats: "0 0 400 300",
};
