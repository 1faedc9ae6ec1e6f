/** In a worker: the page goes on meanwhile, and only here may WebAssembly be compiled. */
import type { Question } from "./referee";
import { ruling } from "./ruling";

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  ruling(data).then(
    (answer) => postMessage(answer),
    () => postMessage(null),
  );
});
