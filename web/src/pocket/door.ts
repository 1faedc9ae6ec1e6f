/** The page's side of the pocket: a call is answered, and a socket opened, by the worker instead of a server. */
import { Problem } from "../lib/server";
import { say } from "../lib/words";
import { answerTo } from "./answers";
import type { Asked, Told } from "./pocket.worker";
import type { Message } from "./place";

const STATUS: Record<string, number> = { "no-table": 404, "no-game": 404, "no-page": 404, trouble: 503 };

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (problem: Problem) => void;
}

const calls = new Map<number, Waiting>();
const sockets = new Map<number, PocketSocket>();
let number = 0;
let worker: Worker | null = null;

function ask(asked: Asked): void {
  worker ??= started();
  worker.postMessage(asked);
}

function started(): Worker {
  const made = new Worker(new URL("./pocket.worker.ts", import.meta.url), { type: "module", name: "pocket" });
  made.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  made.onerror = (event) => {
    // It could not be loaded, or has failed: what waits for it is told, and the next one begins again.
    event.preventDefault();
    made.terminate();
    if (worker === made) worker = null;
    for (const { reject } of calls.values()) reject(new Problem("offline", say("load-failed"), 0));
    calls.clear();
    for (const socket of [...sockets.values()]) socket.ended(1013);
  };
  return made;
}

function hear(told: Told): void {
  if ("call" in told) {
    const waiting = calls.get(told.call);
    calls.delete(told.call);
    if ("answer" in told) waiting?.resolve(told.answer);
    else waiting?.reject(new Problem(told.code, told.why, STATUS[told.code] ?? 409));
  } else if ("frame" in told) sockets.get(told.socket)?.heard(JSON.stringify(told.frame));
  else sockets.get(told.socket)?.ended(told.closed);
}

/** A call, answered here. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const known = answerTo(method, path);
  if (known) return (await known) as T;
  const mine = number++;
  return new Promise<T>((resolve, reject) => {
    calls.set(mine, { resolve: resolve as (answer: unknown) => void, reject });
    try {
      ask({ call: mine, method, path, body });
    } catch {
      calls.delete(mine); // a file may be nested so deeply that it can't even be sent
      reject(new Problem("malformed", say("pocket-not-taken"), 0));
    }
  });
}

/** As much of a WebSocket as a connection uses. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export class PocketSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  #number = number++;

  constructor(table: string) {
    sockets.set(this.#number, this);
    ask({ socket: this.#number, table });
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  send(text: string): void {
    ask({ socket: this.#number, said: JSON.parse(text) as Message });
  }

  close(): void {
    ask({ socket: this.#number, closed: true });
    this.ended(1000);
  }

  heard(data: string): void {
    this.onmessage?.({ data });
  }

  ended(code: number): void {
    sockets.delete(this.#number);
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
