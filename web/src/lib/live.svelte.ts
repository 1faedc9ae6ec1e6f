/** A table, live: one WebSocket that comes back by itself, what the server said last, and what was sent and not yet
 * acknowledged. Sending again with the same key is harmless, so nothing is lost when a connection breaks. */
import type { Choice, Happening, Move, Point } from "./board";
import { server, type ChatLine, type Look, type Update } from "./server";

/** How the table is reached; "elsewhere": the seats of this page are played in another tab or on another device. */
export type Link = "connecting" | "live" | "lost" | "restarting" | "gone" | "elsewhere";

export interface Refusal {
  code: string;
  rule: string | null;
  why: string;
  at: Point | undefined;
}

export interface Hint {
  seat: number;
  moves: (Choice & { why: string })[];
}

type Said =
  | Update
  | { say: "refused"; key: string | null; code: string; rule: string | null; why: string; seq: number }
  | { say: "hint"; seat: number; seq: number; moves: Hint["moves"] }
  | { say: "elsewhere"; seats: number[] }
  | { say: "closing"; why: string; retry: number }
  | { say: "pong"; now: number };

const WAITS = [0.4, 1, 2, 4, 8, 15];
const NO_TABLE = 4004;
const RESTART = 1012;
/** Every so often a sign of life is asked for; without any for so long the connection is taken for lost. */
const PING = 15_000;
const SILENCE = 40_000;

/** Append what is new to a list that may have been cut short by an undo. */
export function spliced<T>(known: T[], from: number, fresh: T[]): T[] {
  return [...known.slice(0, from), ...fresh];
}

/** A name that nobody else has chosen. */
const unique = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

export class Live {
  link = $state<Link>("connecting");
  update = $state.raw<Update | null>(null);
  /** All events that a look has shown, by seat ("null" for a spectator). */
  events = $state.raw<Record<string, Happening[]>>({});
  chat = $state.raw<ChatLine[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** A move is on its way, or its taking back. */
  busy = $state(false);
  /** The server's clock minus ours, in seconds. */
  skew = 0;
  /** Called with every look and what is new in it, before it is shown. */
  onlook: (look: Look, fresh: Happening[], first: boolean) => void = () => undefined;

  #socket: WebSocket | null = null;
  #waiting = new Map<string, { message: Record<string, unknown>; at?: Point }>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #closed = false;
  #heard = 0;
  #pings: ReturnType<typeof setInterval>;
  /** Of several pages at one seat the one that somebody came to last plays: a page keeps its name while it only
   * connects again by itself, and then it takes nothing from a newer one. */
  #page = unique();
  #welcomed = false;

  constructor(readonly id: string) {
    this.#pings = setInterval(() => this.#ping(), PING);
    this.#connect();
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#letGo();
  }

  move(seat: number, move: Move, at?: Point): void {
    this.hint = null;
    this.refusal = null;
    this.busy = true;
    this.send({ do: "move", seat, move, seq: this.update?.seq ?? 0 }, at);
  }

  undo(seat: number): void {
    this.busy = true;
    this.send({ do: "undo", seat, seq: this.update?.seq ?? 0 });
  }

  /** Ask what a bot would do; a question that got lost is simply asked again. */
  askHint(seat: number): void {
    this.#post({ do: "hint", seat });
  }

  /** Send something that is to be done once, whatever happens to the connection. */
  send(message: Record<string, unknown>, at?: Point): void {
    const key = `${unique()}-${this.#number++}`;
    const keyed = { ...message, key };
    this.#waiting.set(key, { message: keyed, at });
    this.#post(keyed);
  }

  /** Somebody wants to play here, with the seats that this device holds by now. */
  again(): void {
    this.#page = unique();
    this.#welcomed = false;
    this.#tries = 0;
    this.#connect();
  }

  /** Try at once to connect, without waiting for the next time. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#connect();
  }

  #hurry = (): void => {
    if (this.link === "lost" && !document.hidden) this.hurry();
  };

  /** The device has no network: what is open is not closed by itself for a long time. */
  #cut = (): void => this.#socket?.close();

  #ping(): void {
    if (this.link !== "live") return;
    if (Date.now() - this.#heard > SILENCE) this.#socket?.close();
    else this.#post({ do: "ping" });
  }

  /** Somebody plays these seats elsewhere: this page lets go, until it is asked to play again. */
  #stepBack(): void {
    this.link = "elsewhere";
    this.busy = false;
    clearTimeout(this.#timer);
    this.#waiting.clear();
    this.#letGo();
  }

  /** Nobody listens to this connection any more. One that is not open yet is closed as soon as it is: a browser
   * complains of one that is closed before. */
  #letGo(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #post(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#letGo();
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () =>
      this.#post({ do: "hello", notes: true, parts: true, page: this.#page, again: this.#welcomed });
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as Said);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) void this.#lost(socket, code);
    };
  }

  async #lost(socket: WebSocket, code: number): Promise<void> {
    this.busy = false;
    if (code === NO_TABLE) {
      this.link = "gone";
      return;
    }
    if (this.link !== "restarting") this.link = code === RESTART ? "restarting" : this.update ? "lost" : "connecting";
    if (!this.update && this.#tries > 0) {
      // A browser hides why a connection was refused; the other door tells.
      const known = await server.look(this.id).then(
        () => true,
        (problem: { code?: string }) => problem.code === "offline" || problem.code === "trouble",
      );
      if (socket !== this.#socket) return; // meanwhile somebody has left, or asked to connect at once
      if (!known) {
        this.link = "gone";
        return;
      }
      this.link = "lost";
    }
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), 1000 * wait * (0.8 + 0.4 * Math.random()));
  }

  #hear(said: Said): void {
    this.#heard = Date.now();
    switch (said.say) {
      case "welcome":
      case "update":
        return this.#told(said);
      case "refused": {
        const sent = said.key ? this.#waiting.get(said.key) : undefined;
        if (said.key) this.#waiting.delete(said.key);
        this.busy = false;
        this.refusal = { code: said.code, rule: said.rule, why: said.why, at: sent?.at };
        if (said.code === "stale" || said.code === "ahead") this.#post({ do: "look" });
        return;
      }
      case "hint":
        this.hint = { seat: said.seat, moves: said.moves };
        return;
      case "elsewhere":
        return this.#stepBack();
      case "closing":
        this.link = "restarting";
        return;
      case "pong":
        return;
    }
  }

  #told(update: Update): void {
    if (this.update && update.seq < this.update.seq) return;
    const welcome = update.say === "welcome";
    for (const look of update.looks) {
      const known = this.update?.looks.find(({ seat }) => seat === look.seat);
      if (!known) continue;
      // Of a view only what has changed is sent; a welcome brings all of it.
      if (!welcome) look.view = { ...known.view, ...look.view };
      // A decision that is still the same stays the same object: nobody loses what was already chosen.
      if (JSON.stringify(known.legal) === JSON.stringify(look.legal)) look.legal = known.legal;
    }
    if (welcome) {
      this.link = "live";
      this.#tries = 0;
      this.#welcomed = true;
      for (const { message } of this.#waiting.values()) this.#post(message);
    }
    if (update.done) this.#waiting.delete(update.done);
    if (![...this.#waiting.values()].some(({ message }) => ["move", "undo"].includes(String(message.do))))
      this.busy = false;
    this.skew = update.now - Date.now() / 1000;
    for (const look of update.looks) {
      const known = this.events[String(look.seat)] ?? [];
      const all = spliced(known, look.from, look.events);
      const fresh = all.length > known.length && look.from <= known.length ? all.slice(known.length) : [];
      const undone = look.from < known.length && !welcome;
      this.events = { ...this.events, [String(look.seat)]: all };
      this.onlook(look, undone || !known.length ? [] : fresh, !known.length);
    }
    this.chat = spliced(this.chat, update.chat.from, update.chat.lines);
    this.update = update;
  }
}
