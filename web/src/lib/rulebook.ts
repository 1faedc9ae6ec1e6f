/** A rulebook as blocks: each a piece of HTML, or a drawing, with the clauses that stand in it. */
import { marked, type Token } from "marked";

export interface Block {
  kind: "heading" | "text" | "drawing";
  html: string;
  /** The block's words without markup, for searching; of a drawing, the drawing as text. */
  plain: string;
  /** Clauses whose place this is: here links to them lead. */
  clauses: string[];
}

const CLAUSE = /\b[A-Z]{2}-\d{2}\b/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const SKIPPED = new Set(["space", "def"]);

/** The blocks of a rulebook. A clause stands where it is first named after the summary in two minutes. */
export function blocksOf(markdown: string, game: string): Block[] {
  const tokens = marked.lexer(markdown.replace(/^# .*$/m, "")).filter(({ type }) => !SKIPPED.has(type));
  const seconds = tokens.flatMap(({ type }, k) => (type === "heading" ? [k] : [])).at(1) ?? 0;
  const later = new Set(tokens.slice(seconds).flatMap(({ raw }) => raw.match(CLAUSE) ?? []));
  const placed = new Set<string>();
  return tokens.map((token, k) => {
    const clauses: string[] = [];
    const html = token.type === "code" ? "" : marked.parser([token]);
    const linked = html.replace(CLAUSE, (id) => {
      const stands = !placed.has(id) && (k >= seconds || !later.has(id));
      if (stands) {
        placed.add(id);
        clauses.push(id);
      }
      return `<a class="clause"${stands ? ` id="${id}"` : ""} data-clause="${id}" href="#/rules/${game}/${id}">${id}</a>`;
    });
    return { kind: kindOf(token), html: linked, plain: plainOf(token, html), clauses };
  });
}

function kindOf(token: Token): Block["kind"] {
  return token.type === "heading" ? "heading" : token.type === "code" ? "drawing" : "text";
}

function plainOf(token: Token, html: string): string {
  if (token.type === "code") return (token as { text: string }).text;
  const text = html.replace(/<[^>]*>/g, "");
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!).trim();
}

/** The blocks in which a word stands, each with the heading above it. */
export function found(blocks: Block[], wanted: string): Block[] {
  const word = wanted.trim().toLowerCase();
  if (!word) return blocks;
  const kept = new Set<Block>();
  let heading: Block | undefined;
  for (const block of blocks) {
    if (block.kind === "heading") heading = block;
    if (block.kind === "drawing" || !block.plain.toLowerCase().includes(word)) continue;
    if (heading) kept.add(heading);
    kept.add(block);
  }
  return blocks.filter((block) => kept.has(block));
}

/** The word marked in a block's text, its tags left alone. */
export function marking(html: string, wanted: string): string {
  const word = wanted.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (!word) return html;
  return html.replace(/[^<>]+(?=<|$)/g, (text) => text.replace(new RegExp(word, "gi"), "<mark>$&</mark>"));
}
