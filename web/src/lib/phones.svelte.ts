/** Friends in one room: where phones can open this app, and whether the person at the server's own machine lets them. */
import { complaint, server, type PhonesAbout } from "./server";

const HERE_ONLY = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a page's address leads others to nobody but themselves. */
export const isHereOnly = (address: string | URL): boolean => HERE_ONLY.test(new URL(address).hostname);

export class Phones {
  /** What the server says; null until it has, or where it can't be asked. */
  told = $state.raw<PhonesAbout | null>(null);
  /** It has been asked and has answered, or has not. */
  known = $state(false);
  busy = $state(false);
  trouble = $state("");

  async ask(): Promise<void> {
    this.told = await server.phones().catch(() => null);
    this.known = true;
  }

  /** Let phones join, or no longer. */
  async let(open: boolean): Promise<void> {
    [this.busy, this.trouble] = [true, ""];
    try {
      this.told = await server.letPhonesJoin(open);
    } catch (problem) {
      this.trouble = complaint(problem);
    }
    this.busy = false;
  }

  /** Where others can open a screen of the app, the likeliest first. None: nobody but this machine can. */
  links(route: string): string[] {
    const bases = this.told?.urls ?? [];
    if (bases.length) return bases.map((base) => new URL(route, base).href);
    return isHereOnly(document.baseURI) ? [] : [new URL(route, document.baseURI).href];
  }
}
