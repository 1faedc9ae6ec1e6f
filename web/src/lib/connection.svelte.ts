/** A table, on line or in the pocket: one WebSocket that comes back by itself, what this device's seats see, and what was sent and not yet
 * acknowledged. The server tells a view once, then events and numbers of moves; the game's module makes views, choices
 * and sentences of them. Sending again with the same key is harmless, so nothing is lost when a connection breaks. */
import type { Happening, Move, Point } from "./board";
import { freshIn, loadGame, seen, type Game, type Sight } from "./game";
import { pause } from "./here";
import { isAwaited, notice } from "./luck";
import { isPocketed } from "./place.svelte";
import { PocketSocket, type Socket } from "../pocket/door";
import {
  callAt,
  server,
  type ChatLine,
  type Frame,
  type Hints,
  type SightFrame,
  type TableAbout,
  type Update,
  type Welcome,
  type You,
} from "./server";
import { say } from "./words";

/** How the table is reached; "elsewhere": the seats of this page are played in another tab or on another device;
 * "shut": the host does not let phones join any more; "damaged": what the pocket has kept of it can't be read. */
export type Link = "connecting" | "live" | "lost" | "restarting" | "gone" | "banned" | "elsewhere" | "shut" | "damaged";

/** A line of the chat, and its number: of a long chat only the end is told. */
export type Line = ChatLine & { number: number };

export interface Refusal {
  code: string;
  rule: string | null;
  why: string;
  at: Point | undefined;
}

const WAITS = [0.4, 1, 2, 4, 8, 15];
/** After these nothing is to be hoped for. */
const ENDS: Record<number, Link> = { 4003: "banned", 4004: "gone", 4005: "damaged", 4010: "shut" };
const RESTART = 1012;
/** Every so often a sign of life is asked for; without any for so long the connection is taken for lost. */
const PING = 15_000;
const SILENCE = 40_000;
/** A move that is answered sooner is drawn once, when it has been made; only of one that takes longer it is seen that it is
 * on its way. */
const SEEN_AFTER = 150;
/** So long a start waits for the luck of others. */
const LUCK_WITHIN = 2000;

/** What was sent and not yet answered. */
interface Sent {
  message: Record<string, unknown>;
  at?: Point;
}

const isDecision = ({ message }: Sent) => message.do === "move" || message.do === "undo";

/** A name that nobody else has chosen. */
const unique = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** The way to a table: to the server, or to the worker in which it is. */
function socketTo(table: string): Socket {
  if (isPocketed(table)) return new PocketSocket(table);
  const address = callAt(`/tables/${table}/live`);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address) as unknown as Socket;
}

export class Connection {
  link = $state<Link>("connecting");
  table = $state.raw<TableAbout | null>(null);
  you = $state.raw<You | null>(null);
  /** The seats that have to decide, and by when. */
  pending = $state.raw<number[]>([]);
  deadlines = $state.raw<Record<string, number>>({});
  /** The game of this table, as soon as it is loaded; nothing is seen before. */
  game = $state.raw<Game | null>(null);
  /** What each seat of this device sees, or what a spectator does. */
  sights = $state.raw<Sight[]>([]);
  /** Whether this device may see the table at all. */
  sees = $state(false);
  chat = $state.raw<Line[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  hint = $state.raw<Hints | null>(null);
  /** A move, or its taking back, is on its way; and it has been so for a while. */
  underway = $state(false);
  busy = $state(false);
  /** A start is asked for, and waits for the luck of others. */
  starting = $state(false);
  names = $derived(this.table?.seats.map(({ name, seat }) => name || say("player", { number: seat + 1 })) ?? []);
  /** The server's clock minus ours, in seconds. */
  skew = 0;
  /** The game could not be loaded; it is tried again. */
  missing = $state(false);
  /** Called with every sight and what is new in it. */
  onsight: (sight: Sight, fresh: Happening[]) => void = () => undefined;

  #seq = 0;
  /** What was told before the game was loaded. */
  #unseen: SightFrame[] = [];
  /** Everything was asked for again, and has not come yet. */
  #again = false;
  #loading = false;
  #socket: Socket | null = null;
  #waiting = new Map<string, Sent>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #start: ReturnType<typeof setTimeout> | undefined;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #closed = false;
  #heard = 0;
  #pings: ReturnType<typeof setInterval>;
  /** Of several pages at one seat the one that somebody came to last plays: a page keeps its name while it only
   * connects again by itself, and then it takes nothing from a newer one. */
  #page = unique();
  #welcomed = false;

  /** `watch`: as a spectator, whatever seats this browser holds. */
  constructor(
    readonly id: string,
    readonly watch = false,
  ) {
    this.#pings = setInterval(() => this.#ping(), PING);
    this.#connect();
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#start);
    clearTimeout(this.#slow);
    clearInterval(this.#pings);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#letGo();
  }

  /** Make a move, unless one is on its way. */
  move(seat: number, move: Move, at?: Point): void {
    if (this.underway) return;
    this.hint = null;
    this.refusal = null;
    this.#goes({ do: "move", seat, move, seq: this.#seq }, at);
  }

  /** Take the last move back, unless one is on its way. */
  undo(seat: number): void {
    if (!this.underway) this.#goes({ do: "undo", seat, seq: this.#seq });
  }

  #goes(message: Record<string, unknown>, at?: Point): void {
    this.underway = true;
    this.#slow = setTimeout(() => (this.busy = true), SEEN_AFTER);
    this.send(message, at);
  }

  /** Nothing is on its way any more. */
  #free(): void {
    clearTimeout(this.#slow);
    this.underway = this.busy = false;
  }

  /** Ask what a bot would do; a question that got lost is simply asked again. */
  askHint(seat: number): void {
    this.#post({ do: "hint", seat });
  }

  /** Begin, as soon as everybody has added luck to the dice, or has had time for it. */
  start(): void {
    if (this.starting) return;
    this.starting = true;
    this.#start = setTimeout(() => this.#begin(), LUCK_WITHIN);
    this.#beginIfLucky();
  }

  #beginIfLucky(): void {
    if (this.starting && this.table && !isAwaited(this.table, this.you?.seats ?? [])) this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#start);
    this.starting = false;
    this.send({ do: "start" });
  }

  /** Luck for the seats of this device goes out as soon as they are taken, before anything else is done there. */
  #addLuck(table: TableAbout): void {
    const waiting = [...this.#waiting.values()].map(({ message }) => message);
    for (const luck of notice(table, this.you?.seats ?? []))
      if (!waiting.some((message) => message.do === "luck" && message.seat === luck.seat))
        this.send({ do: "luck", ...luck });
    this.#beginIfLucky();
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
  #cut = (): void => {
    if (!isPocketed(this.id)) this.#socket?.close();
  };

  #ping(): void {
    if (this.link !== "live") return;
    if (Date.now() - this.#heard > SILENCE) this.#socket?.close();
    else this.#post({ do: "ping" });
  }

  /** Somebody plays these seats elsewhere: this page lets go, until it is asked to play again. */
  #stepBack(): void {
    this.link = "elsewhere";
    this.#free();
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
    const socket = (this.#socket = socketTo(this.id));
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as Frame);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) void this.#lost(socket, code);
    };
  }

  #greet(): void {
    this.#post({ do: "hello", words: false, watch: this.watch, page: this.#page, again: this.#welcomed });
  }

  async #lost(socket: Socket, code: number): Promise<void> {
    this.#free();
    if (ENDS[code]) {
      this.link = ENDS[code];
      return;
    }
    if (this.link !== "restarting") this.link = code === RESTART ? "restarting" : this.table ? "lost" : "connecting";
    if (!this.table && this.#tries > 0) {
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
    const seconds = WAITS[Math.min(this.#tries++, WAITS.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), 1000 * seconds * (0.8 + 0.4 * Math.random()));
  }

  #hear(said: Frame): void {
    this.#heard = Date.now();
    switch (said.say) {
      case "welcome":
        return this.#welcome(said as Welcome);
      case "update":
        return this.#told(said as Update);
      case "refused": {
        const sent = said.key ? this.#done(said.key) : undefined;
        if (sent?.message.do === "luck") return; // nobody asked for it; the end says that it is missing
        this.#free();
        this.refusal = { code: said.code, rule: said.rule, why: said.why, at: sent?.at };
        if (said.code === "stale" || said.code === "ahead") this.#askAgain();
        return;
      }
      case "hint":
        this.hint = said;
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

  #askAgain(): void {
    if (!this.#again) this.#post({ do: "again" });
    this.#again = true;
  }

  #welcome(welcome: Welcome): void {
    const unsure = [...this.#waiting.values()];
    this.link = "live";
    this.#tries = 0;
    this.#welcomed = true;
    this.#again = false;
    this.#seq = 0; // it tells everything, so nothing that is known here is newer
    this.#unseen = [];
    this.chat = [];
    this.you = welcome.you;
    this.sees = false;
    this.#told(welcome);
    this.sights = this.sights.filter(({ seat }) => welcome.sights.some((told) => told.seat === seat));
    for (const { message } of unsure) this.#post(message);
  }

  #told(told: Welcome | Update): void {
    if (told.seq < this.#seq) return;
    this.#seq = told.seq;
    this.skew = told.now - Date.now() / 1000;
    this.pending = told.pending;
    if (told.table) {
      this.table = told.table;
      this.#addLuck(told.table);
    }
    if (told.deadlines) this.deadlines = told.deadlines;
    if (told.chat) this.#talk(told.chat.first, told.chat.lines);
    if ("done" in told && told.done) this.#done(told.done);
    if (![...this.#waiting.values()].some(isDecision)) this.#free();
    this.sees ||= told.sights.length > 0;
    this.#unseen.push(...told.sights);
    if (this.game) this.#see(this.game);
    else void this.#load();
  }

  /** What was sent with this key has been answered. */
  #done(key: string): Sent | undefined {
    const sent = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (sent && isDecision(sent)) this.#decideAgain();
    return sent;
  }

  /** A decision has been made, or refused: what is to be decided now is new, even if it is the same, and nothing of it is
   * aimed at or listed. */
  #decideAgain(): void {
    this.sights = this.sights.map((sight) => ({ ...sight, choices: [...sight.choices] }));
  }

  #talk(first: number, lines: ChatLine[]): void {
    const known = this.chat.filter(({ number }) => number < first);
    this.chat = [...known, ...lines.map((line, k) => ({ ...line, number: first + k }))];
  }

  /** Load the game; if the connection fails, try again and again. */
  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    while (!this.game && !this.#closed)
      this.game = await loadGame(this.table!.game).catch(() => {
        this.missing = true;
        return pause(1000).then(() => null);
      });
    if (this.game) this.#see(this.game);
  }

  #see(game: Game): void {
    for (const told of this.#unseen.splice(0)) {
      const before = this.sights.find(({ seat }) => seat === told.seat);
      const sight = this.#understand(game, before, told);
      if (!sight) continue;
      this.sights = [...this.sights.filter((other) => other !== before), sight];
      this.onsight(sight, freshIn(before, sight));
    }
  }

  /** A sight after what was told of it. What does not follow from what is known here is asked for as a whole, once. */
  #understand(game: Game, before: Sight | undefined, told: SightFrame): Sight | null {
    try {
      return seen(game, before, told, this.names);
    } catch (problem) {
      if (told.view) throw problem;
      this.#askAgain();
      return null;
    }
  }
}
