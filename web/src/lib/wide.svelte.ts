/** Whether there is room for columns beside a board: the larger the text, the more room they need. */
import { MediaQuery } from "svelte/reactivity";

import { settings, type Chosen } from "./settings.svelte";

const LEAST: Record<Chosen["text"], number> = { usual: 1080, large: 1220, larger: 1360, largest: 1640 };
const queries = Object.fromEntries(
  Object.entries(LEAST).map(([text, width]) => [text, new MediaQuery(`(min-width: ${width}px)`, false)]),
) as Record<Chosen["text"], MediaQuery>;

export const wide = {
  get current(): boolean {
    return queries[settings.chosen.text].current;
  },
};
