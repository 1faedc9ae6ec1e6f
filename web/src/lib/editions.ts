/** Editions as files for places without a server: a box as a server has read it, saved from one pocket and brought along to
 * another. */
import { saveAs } from "./logs";
import { server, type Edition } from "./server";

/** No box that a server takes is as long, in letters. */
const LONGEST = 1_000_000;

/** Save an edition of the pocket as a file. */
export async function saveEdition({ hash, title }: Pick<Edition, "hash" | "title">): Promise<void> {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "box";
  saveAs(`${name}.edition.json`, await server.edition(hash));
}

/** Put the edition of such a file into the pocket, and say which it is; null if the text is none. */
export async function bringEdition(text: string): Promise<Edition | null> {
  if (text.length > LONGEST || !text.trimStart().startsWith("{")) return null;
  try {
    const found = JSON.parse(text) as Record<string, unknown>;
    return "molehill_edition" in found ? await server.bringEdition(found) : null;
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}
