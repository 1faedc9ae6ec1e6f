/** The workshop's sentences, and the lab's about what was found. */
import lab from "../../../../src/molehill/lab/words.en.ftl?raw";
import { wordsWith } from "../../lib/words";
import own from "./words.en.ftl?raw";

export const { say: tell } = wordsWith(lab, own);
