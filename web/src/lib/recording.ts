/** A recorded match of one seat (tests/*.json of a game; tools/record.py makes them), for tests and for the workbench. */
import type { View } from "./board";
import { seen, type Event, type Game, type Sight } from "./game";

export interface Recording {
  game: string;
  names: string[];
  start: View;
  /** A step for each decision of the seat, and for the end. */
  steps: { events: Event[]; legal: number[] }[];
  /** What is seen after the last step. */
  end: View;
}

/** What is seen at each step. */
export function sightsOf(game: Game, { names, start, steps }: Recording): Sight[] {
  const told = (first: number, step: object) => ({ seat: 0, first, can_undo: false, events: [], legal: [], ...step });
  let sight = seen(game, undefined, told(0, { view: start }), names);
  return steps.map((step) => (sight = seen(game, sight, told(sight.events.length, step), names)));
}
