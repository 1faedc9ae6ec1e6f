/** What the panel beside a board shows: the log, the rules at a clause, or the chat. */
import { tick } from "svelte";

export class PanelState {
  open = $state(false);
  tab = $state<"log" | "rules" | "chat">("log");
  clause = $state("");

  constructor(open: boolean) {
    this.open = open;
  }

  async showRule(clause: string): Promise<void> {
    this.clause = "";
    await tick(); // the same clause again is to be found again, too
    this.clause = clause;
    this.tab = "rules";
    this.open = true;
  }
}
