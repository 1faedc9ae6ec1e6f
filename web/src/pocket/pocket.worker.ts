/** The pocket: tables in a worker. The page goes on meanwhile, and only here may WebAssembly be compiled. Calls and sockets
 * come as messages, and say what they would say to a server. */
import type { Frame } from "../lib/server";
import { Office } from "./office";
import { Client, type Message } from "./place";
import { asTold, Refusal } from "./problem";

interface Call {
  call: number;
  method: string;
  path: string;
  body: unknown;
}
/** What the page sends: a call, or something about a socket. */
export type Asked =
  Call | { socket: number; table: string } | { socket: number; said: Message } | { socket: number; closed: true };
/** What it is sent. `closed` is a code as in the protocol. */
export type Told =
  | { call: number; answer: unknown }
  | { call: number; code: string; why: string }
  | { socket: number; frame: Frame }
  | { socket: number; closed: number };

const GONE = 4004;
/** Only here: what is kept of a table is damaged, or of a game that the app was built without. */
const DAMAGED = 4005;
/** It is worth trying again: something could not be loaded, or the table is to be read again as it was kept. */
const LATER = 1013;

interface Socket {
  table: string;
  client: Client | null;
  /** Held as long as this is the page that plays: another tab that opens the table takes it. */
  release: () => void;
}

const sockets = new Map<number, Socket>();
const tell = (told: Told) => postMessage(told);
const office = new Office((id) => {
  for (const [socket, { table }] of sockets) if (table === id) close(socket, LATER);
});

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  if ("call" in data) void answer(data);
  else if ("table" in data) sockets.set(data.socket, { table: data.table, client: null, release: () => undefined });
  else if ("closed" in data) leave(data.socket);
  else void hear(data.socket, data.said);
});

async function answer({ call, method, path, body }: Call): Promise<void> {
  try {
    tell({ call, answer: await office.answer(method, path, body) });
  } catch (problem) {
    const { code, message: why } = asTold(problem);
    tell({ call, code, why });
  }
}

async function hear(number: number, said: Message): Promise<void> {
  const socket = sockets.get(number);
  if (!socket) return;
  try {
    const place = await office.at(socket.table);
    if (!sockets.has(number)) return;
    if (socket.client) return await place.hear(socket.client, said);
    socket.client = new Client((frame) => tell({ socket: number, frame }), said.watch === true);
    if (!socket.client.watch) hold(number, socket, place.seats, said.again === true);
    place.greet(socket.client);
  } catch (problem) {
    if (!(problem instanceof Refusal)) console.error(problem);
    close(number, !(problem instanceof Refusal) ? LATER : problem.code === "no-table" ? GONE : DAMAGED);
  }
}

/** Of several tabs the one that somebody came to last plays; the others are told. A page that only connects again by itself
 * takes nothing from a newer one. Where a browser has no locks, nobody is told; what is kept is the same. */
function hold(number: number, socket: Socket, seats: number[], again: boolean): void {
  if (!("locks" in navigator)) return;
  const held = new Promise<void>((resolve) => (socket.release = resolve));
  const stepBack = () => {
    if (!sockets.has(number)) return;
    tell({ socket: number, frame: { say: "elsewhere", seats } });
    leave(number);
    office.forget(socket.table); // what the other tab does is read again
  };
  const how = again ? { ifAvailable: true } : { steal: true };
  navigator.locks.request(`molehill-${socket.table}`, how, (lock) => (lock ? held : stepBack())).catch(stepBack);
}

function close(number: number, code: number): void {
  leave(number);
  tell({ socket: number, closed: code });
}

function leave(number: number): void {
  const socket = sockets.get(number);
  if (!socket) return;
  sockets.delete(number);
  socket.release();
  const { table, client } = socket;
  if (![...sockets.values()].some((other) => other.table === table)) {
    void office.at(table).then(
      (place) => client && place.clients.delete(client),
      () => undefined,
    );
    office.forget(table);
  } else if (client)
    void office.at(table).then(
      (place) => place.clients.delete(client),
      () => undefined,
    );
}
