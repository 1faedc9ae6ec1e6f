import type { BotAbout } from "./server";

/** The bot that a newcomer plays against, and that a host adds with one touch. */
export const USUAL_BOT = "fair";
/** The bot of a first real game, after a lesson. */
export const EASY_BOT = "easy";

/** Those that can sit at a table of this game with so many seats: a trained net plays what it was trained for. */
export const fitting = (bots: BotAbout[], game: string, seats: number): BotAbout[] =>
  bots.filter(({ tables }) => !tables || tables.some((table) => table.game === game && table.seats === seats));
