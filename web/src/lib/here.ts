/** Answers that come late: the screen that asked may have been left by then. Its props are then its parent's present
 * ones, another table's or none, and nobody wants to be taken anywhere by it. So anyone who waits for an answer notes down
 * before what is needed after, and goes on only if the screen is still there. */
import { onDestroy } from "svelte";

/** Some time later, in milliseconds. */
export const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** Whether the component that calls this while it is made is still there. */
export function stillHere(): () => boolean {
  let here = true;
  onDestroy(() => (here = false));
  return () => here;
}
