/** The symbols: one sprite a game, put into the page once; everything that draws a piece refers to it by name. */
import common from "../art/common.svg?raw";

const mounted = new Set<string>();

/** Put a sprite into the page, so that `<use href="#name">` finds its symbols. */
export function mountSprite(sprite: string): void {
  if (mounted.has(sprite)) return;
  mounted.add(sprite);
  const holder = document.createElement("div");
  holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = sprite;
  document.body.prepend(holder);
}

/** The names of a sprite's symbols, in the order in which they are drawn there. */
export function symbolNames(sprite: string): string[] {
  return [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]!);
}

mountSprite(common);
