/** The bot that a newcomer plays against, and that a host adds with one touch. */
export const USUAL_BOT = "fair";
/** The bot of a first real game, after a lesson. */
export const EASY_BOT = "easy";
