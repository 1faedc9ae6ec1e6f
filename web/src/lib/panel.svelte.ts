/** What the panel beside a board shows: the log, the rules at a clause, or the chat. */
import { tick } from "svelte";

import { wide } from "./wide.svelte";

export class PanelState {
  tab = $state<"log" | "rules" | "chat">("log");
  clause = $state("");
  /** Whether it is open as a column, and as a sheet over the board: a device that is turned shows what it showed that way. */
  #column = $state(true);
  #sheet = $state(false);

  get open(): boolean {
    return wide.current ? this.#column : this.#sheet;
  }

  set open(open: boolean) {
    if (wide.current) this.#column = open;
    else this.#sheet = open;
  }

  async showRule(clause: string): Promise<void> {
    this.clause = "";
    await tick(); // the same clause again is to be found again, too
    this.clause = clause;
    this.tab = "rules";
    this.open = true;
  }
}
