/** Now, in seconds: what is drawn with it is drawn again as time goes by. */
import { createSubscriber } from "svelte/reactivity";

const EVERY = 500;
const ticking = createSubscriber((tick) => {
  const timer = setInterval(tick, EVERY);
  return () => clearInterval(timer);
});

export const clock = {
  get now(): number {
    ticking();
    return Date.now() / 1000;
  },
};
