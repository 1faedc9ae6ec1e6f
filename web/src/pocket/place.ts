/** A table that somebody is at: the connections to it, commands one after another, each kept before it is told of, and the
 * turns of its bots. As the server's hub does for tables on line. */
import type { Frame, Hints, TableAbout, Update, Welcome } from "../lib/server";
import type { Data } from "./kit";
import { keeps, tables } from "./kept";
import { asTold, Refusal, refusal } from "./problem";
import { Sight } from "./sight";
import type { Table } from "./table";
import type { Thinkers } from "./thinkers";

/** How long a bot waits before its turn, so that people see; and within its turn. */
const PAUSE = 500;
const GOES_ON = 0.2;
/** How long `sharp` thinks, and any other bot: as long if there is nothing to choose, so that the time tells nothing. */
const THINK = 250;
const DECIDE = 50;

/** What a client sends; each kind has its own fields. */
export type Message = Data & { do: string; key?: string };

/** Somebody who looks at a table; with `watch` as a spectator. */
export class Client {
  sights: Sight[] = [];
  about = "";
  constructor(
    readonly push: (frame: Frame) => void,
    readonly watch: boolean,
  ) {}
}

const now = () => Date.now() / 1000;

export class Place {
  readonly clients = new Set<Client>();
  /** Messages that have had their effect. */
  #done = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  /** The decisions that bots think about. */
  #thinking = new Set<string>();
  /** As which the table was kept last. */
  #keptAs: number;

  constructor(
    readonly table: Table,
    readonly thinkers: Thinkers,
    /** Opens the table of a rematch, and says its id. */
    readonly again: (table: Table) => Promise<string>,
    /** A change could not be kept: the table is as it was kept last, for everybody who comes back to it. */
    readonly lose: () => void,
  ) {
    this.#keptAs = table.seq;
  }

  /** Somebody comes. */
  greet(client: Client): void {
    this.clients.add(client);
    client.push(this.welcome(client));
    this.#letBotsPlay();
  }

  /** The seats of this device: all that are people's. */
  get seats(): number[] {
    return this.table.kept.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  }

  welcome(client: Client): Welcome {
    const { table } = this;
    const seats = client.watch ? [] : this.seats;
    client.sights = table.match ? (client.watch ? [null] : seats).map((seat) => new Sight(seat)) : [];
    const about = table.about();
    client.about = JSON.stringify(about);
    return {
      say: "welcome",
      seq: table.seq,
      now: now(),
      you: { seats, host: true },
      table: about,
      pending: table.pending,
      deadlines: {},
      sights: client.sights.map((sight) => sight.whole(table)),
      chat: { first: 0, lines: [] },
    };
  }

  /** Do what a client asks, after what was asked before. What is refused changes nothing. */
  hear(client: Client, message: Message): Promise<void> {
    const done = this.#last.then(() => this.#act(client, message));
    this.#last = done;
    return done;
  }

  async #act(client: Client, message: Message): Promise<void> {
    const { key } = message;
    try {
      if (message.do === "again") return client.push(this.welcome(client));
      if (message.do === "ping") return client.push({ say: "pong", now: now() });
      if (message.do === "hint") return void this.#hint(client, Number(message.seat), key);
      if (key === undefined || !this.#done.has(key)) await this.#change(message);
      if (key !== undefined) this.#done.add(key);
      this.#tell(client, key);
      if (message.do === "start" && !(await keeps())) client.push(this.#refused(refusal("off", "pocket-unkept")));
    } catch (problem) {
      client.push(this.#refused(problem, key));
      if (!(problem instanceof Refusal)) return this.lose();
    }
    this.#letBotsPlay();
  }

  #refused(problem: unknown, key?: string): Frame {
    const { code, rule, message: why } = asTold(problem);
    return { say: "refused", key: key ?? null, code, why, rule, seq: this.table.seq };
  }

  /** Change the table and keep it, or leave everything as it was. */
  async #change(message: Message): Promise<void> {
    const { table } = this;
    const { seat, seq, move } = message as unknown as { seat: number; seq: number; move: Data | number };
    switch (message.do) {
      case "move":
        this.#own(seat);
        table.move(seat, move, seq);
        break;
      case "undo":
        this.#own(seat);
        table.undo(seat, seq);
        break;
      case "start":
        table.start();
        break;
      case "rematch":
        if (table.kept.status !== "over") throw refusal("not-now", "not-over");
        table.kept.rematch ??= await this.again(table);
        break;
      case "take_back":
        break;
      default:
        throw refusal("off", "pocket-not");
    }
    await this.#keep();
  }

  #own(seat: number): void {
    if (!this.seats.includes(seat)) throw refusal("not-yours", "not-your-seat");
  }

  async #keep(): Promise<void> {
    const { kept, pending } = this.table;
    kept.touched = Date.now();
    kept.turn = pending.some((seat) => this.seats.includes(seat));
    await tables.keepAfter(kept, this.#keptAs);
    this.#keptAs = kept.seq;
  }

  /** Everybody is told what has changed; one of them that it was their message. */
  #tell(by?: Client, key?: string): void {
    for (const client of this.clients) {
      const starts = !client.sights.length && this.table.match;
      if (starts) {
        const { sights, table } = this.welcome(client);
        client.push({ ...this.#update(client === by ? key : undefined), table, sights });
        continue;
      }
      const sights = client.sights.flatMap((sight) => sight.news(this.table) ?? []);
      client.push({ ...this.#update(client === by ? key : undefined), ...this.#aboutFor(client), sights });
    }
  }

  #update(key?: string): Update {
    const { seq, pending } = this.table;
    return { say: "update", seq, now: now(), done: key ?? null, pending, sights: [] };
  }

  /** What the table tells of itself, if that has changed. */
  #aboutFor(client: Client): { table?: TableAbout } {
    const table = this.table.about();
    const said = JSON.stringify(table);
    if (client.about === said) return {};
    client.about = said;
    return { table };
  }

  async #hint(client: Client, seat: number, key: string | undefined): Promise<void> {
    const { table } = this;
    try {
      this.#own(seat);
      if (!table.kept.hints) throw refusal("off", "hints-off");
      if (!table.pending.includes(seat)) throw refusal("not-now", "nothing-to-decide");
      const { seq } = table;
      const advice = await this.thinkers.advise(table.match!, seat);
      if (!advice) throw refusal("not-now", "bots-not-ready");
      const moves = advice.map(({ move, worth, gives_up, sure, score, points, line }) => ({
        move,
        worth: rounded(worth, 4),
        gives_up: rounded(gives_up, 4),
        sure,
        score: rounded(score, 4),
        points: rounded(points, 2),
        line: line.slice(1),
      }));
      client.push({ say: "hint", seat, seq, moves } satisfies Hints);
    } catch (problem) {
      client.push(this.#refused(problem, key));
    }
  }

  /** Bots that owe a decision think, all at once, as long as somebody looks on. */
  #letBotsPlay(): void {
    const { table } = this;
    if (!this.clients.size || table.kept.script.length) return;
    for (const seat of table.pending) {
      const { bot } = table.kept.seats[seat]!;
      const since = table.asked.get(seat)!;
      const what = `${seat}:${since}`;
      if (!bot || this.#thinking.has(what)) continue;
      this.#thinking.add(what);
      void this.#play(seat, bot, since).finally(() => this.#thinking.delete(what));
    }
  }

  async #play(seat: number, bot: string, since: number): Promise<void> {
    const { table } = this;
    const pause = PAUSE * (seat === table.mover ? GOES_ON : 1);
    await passing(pause);
    if (!this.clients.size || table.asked.get(seat) !== since) return;
    const usual = passing(bot === "sharp" ? THINK : DECIDE);
    const move = await this.thinkers.choose(table.match!, seat, bot);
    await usual;
    const done = this.#last.then(() => this.#botMoved(seat, move, since));
    this.#last = done;
    await done;
  }

  async #botMoved(seat: number, move: number, since: number): Promise<void> {
    if (!this.clients.size || this.table.asked.get(seat) !== since) return; // they left, or a move was taken back
    try {
      this.table.move(seat, move, this.table.seq);
      await this.#keep();
    } catch (problem) {
      for (const client of this.clients) client.push(this.#refused(problem));
      return problem instanceof Refusal ? undefined : this.lose();
    }
    this.#tell();
    this.#letBotsPlay();
  }
}

function rounded(number: number, digits: number): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

function passing(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
