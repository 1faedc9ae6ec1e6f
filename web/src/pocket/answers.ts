/** What a server tells of games, as the app was built with it (`python -m molehill.server.answers`): for when there is none. */
import type { components } from "../generated/server";
import type { Scripted } from "./table";

type Schemas = components["schemas"];
export type ToldLesson = Schemas["Lesson"] & { options: Record<string, unknown>; script: Scripted[] };

const FILES = import.meta.glob<unknown>("../generated/pocket/answers/*.json", { import: "default" });
const file = <T>(name: string) => FILES[`../generated/pocket/answers/${name}.json`]?.() as Promise<T> | undefined;

const READY = { rules: 1, bots: 1, trouble: null };

export const answers = {
  about: () => file<Schemas["About"]>("about"),
  games: () => file<Schemas["Games"]>("games"),
  game: (id: string) => file<Schemas["GameWhole"]>(`${id}.whole`),
  lesson: (id: string) => file<ToldLesson>(`${id}.lesson`),
};

/** The answer to a call that asks for nothing but what is known; undefined if it asks for something else. */
export function answerTo(method: string, path: string): Promise<unknown> | undefined {
  if (method === "GET" && path === "/about") return answers.about();
  if (method === "GET" && path === "/phones") return Promise.resolve({ offered: false, open: false, urls: [] });
  if (method === "GET" && path === "/games") return answers.games();
  if (method === "GET" && path === "/tables") return Promise.resolve({ tables: [] });
  const [, game, what] = /^\/games\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (!game) return undefined;
  if (what === "preparation") return Promise.resolve({ game, ...READY });
  if (method !== "GET") return undefined;
  if (what === "lesson") return answers.lesson(game);
  return what ? undefined : answers.game(game);
}
