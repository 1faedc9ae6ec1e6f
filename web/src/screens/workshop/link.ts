/** A box in a link: compressed, in letters that an address may have. It stays behind #, so no server sees it. */

/** The longest part of a link, and the longest box that may come out of it, in letters. */
export const LONGEST_LINK = 16_000;
const LONGEST_BOX = 64 * 1024;

function through(bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream) {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return source.pipeThrough(way);
}

/** The part of a link that carries a box; null where it would be too long. */
export async function packed(box: string): Promise<string | null> {
  const stream = through(new TextEncoder().encode(box), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return link.length > LONGEST_LINK ? null : link;
}

/** The box of such a part. Throws an error for one that is cut, foreign, or would become too large. */
export async function unpacked(link: string): Promise<string> {
  if (link.length > LONGEST_LINK) throw new Error("too long");
  const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = through(bytes, new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  let box = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return box;
    box += value;
    if (box.length > LONGEST_BOX) {
      await reader.cancel();
      throw new Error("too large");
    }
  }
}
