/** What is told to those who listen instead of looking: the one live region of the app reads it, a sentence after another. */

/** So many sentences stay, at least, so that none is gone before it has been drawn and read. */
const KEPT = 60;

class Announcements {
  lines = $state.raw<{ id: number; says: string }[]>([]);
  #count = 0;

  say(...sentences: string[]): void {
    const fresh = sentences.filter(Boolean).map((says) => ({ id: this.#count++, says }));
    if (fresh.length) this.lines = [...this.lines, ...fresh].slice(-Math.max(KEPT, fresh.length));
  }
}

export const announcements = new Announcements();
