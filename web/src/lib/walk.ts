/** One Tab stop for many things, be it a board, a bar or a panel: arrows walk from one to the next, Page Up and Page Down
 * through all in turn, and a place that is typed (`data-place`) is gone to. The focus stays where it was: when what had it
 * is gone, what is nearest has it, or the ground itself until there is something again. Tab comes to what had the focus
 * last, or to what is to be decided (`data-first`). */
import type { Attachment } from "svelte/attachments";

const ITEMS = ["button", "a[href]", "input", "select", "textarea", "summary", '[role="button"]']
  .map((kind) => `${kind}:not(:disabled)`)
  .join(", ");
/** After so many milliseconds typing begins again. */
const TYPED_APART = 1500;

type Item = HTMLElement | SVGElement;
export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
export type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const middle = ({ left, right, top, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Which of these boxes lies next in a direction; undefined if none does. What is straight ahead is nearer than what is
 * aside. */
export function nextIn(way: Way, from: Box, boxes: readonly Box[]): number | undefined {
  const level = way === "ArrowLeft" || way === "ArrowRight";
  const sign = way === "ArrowRight" || way === "ArrowDown" ? 1 : -1;
  const here = middle(from);
  let [best, least] = [undefined as number | undefined, Infinity];
  for (const [k, box] of boxes.entries()) {
    const there = middle(box);
    const ahead = sign * (level ? there.x - here.x : there.y - here.y);
    const across = Math.abs(level ? there.y - here.y : there.x - here.x);
    const gap = level
      ? Math.max(box.top - here.y, here.y - box.bottom, 0)
      : Math.max(box.left - here.x, here.x - box.right, 0);
    const cost = ahead + 3 * gap + across;
    if (ahead > 2 && gap <= 4 * ahead && cost < least) [best, least] = [k, cost];
  }
  return best;
}

/** Where an item is on the screen: a way of a drawing is where it ends, not all that leads there. */
function boxOf(item: Element): DOMRect {
  const end = item.matches("g") ? item.querySelector("circle, rect") : null;
  return (end ?? item).getBoundingClientRect();
}

/** Once the next frame has been drawn. */
const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** Let Tab come to something, or not; what stays as it is costs nothing. */
function reach(item: Item, reachable: boolean): void {
  const index = reachable ? 0 : -1;
  if (item.getAttribute("tabindex") !== String(index)) item.tabIndex = index;
}

const isText = (item: Element) => item.matches('textarea, select, input:not([type="checkbox"], [type="radio"])');

export const walkable: Attachment<HTMLElement> = (ground) => {
  /** The item to which Tab comes, and where it was last seen, from the corner of the ground. */
  let stop: Item | null = null;
  let last = { x: 0, y: 0 };
  /** Whether the focus was here last, and whether it is moved by keys. */
  let held = false;
  let byKeys = true;
  /** Whether there is something to settle as soon as a frame has been drawn. */
  let waiting = false;
  let [typed, typedAt] = ["", 0];

  const items = () => [...ground.querySelectorAll<Item>(ITEMS)];
  const isSeen = (item: Item) => item.getClientRects().length > 0;
  const seen = () => items().filter(isSeen);

  function stopAt(item: Item | null, all = items()): void {
    stop = item;
    for (const one of all) reach(one, one === stop);
    reach(ground, !all.length);
  }

  /** Keep in mind where the focus is. */
  function remember(item: Item): void {
    const [corner, at] = [ground.getBoundingClientRect(), middle(boxOf(item))];
    last = { x: at.x - corner.left, y: at.y - corner.top };
  }

  /** The item that is nearest to where the focus was. */
  function nearest(all: Item[]): Item | null {
    const corner = ground.getBoundingClientRect();
    let [found, least] = [null as Item | null, Infinity];
    for (const item of all) {
      const at = middle(boxOf(item));
      const far = Math.hypot(at.x - corner.left - last.x, at.y - corner.top - last.y);
      if (far < least) [found, least] = [item, far];
    }
    return found;
  }

  /** What Tab comes to when what it came to is gone. To measure all costs much, so it is done only for those who were here. */
  function nextStop(all: Item[]): Item | null {
    return held ? nearest(all.filter(isSeen)) : (all.find(isSeen) ?? null);
  }

  /** Something has come, gone or changed: there is one Tab stop again, and the focus is not lost. */
  function settle(): void {
    waiting = false;
    if (!ground.isConnected) return;
    const all = items();
    const active = document.activeElement;
    const within = active !== ground && ground.contains(active) && !active!.matches(":disabled");
    const first = within ? undefined : all.find((item) => item.dataset.first !== undefined);
    stopAt(first ?? (stop && all.includes(stop) ? stop : nextStop(all)), all);
    if (held && isLost(active) && active !== (stop ?? ground)) go(stop ?? ground);
  }

  const isLost = (active: Element | null) =>
    !active || active === document.body || active === ground || active.matches(":disabled");

  /** Something has changed. Where things are is known without any work as soon as they have been drawn; only keys that are
   * pressed now can't wait for that. */
  function changed(): void {
    if (byKeys && held && isLost(document.activeElement)) settle();
    else if (!waiting) afterFrame(settle);
    waiting = true;
  }

  function go(to: Item): void {
    to.focus({ preventScroll: !byKeys });
  }

  function focused(event: FocusEvent): void {
    held = ground.contains(event.target as Node);
    const item = held ? (event.target as Item) : null;
    if (!item?.matches(ITEMS)) return;
    remember(item);
    stopAt(item);
  }

  function pressed(event: PointerEvent): void {
    held = ground.contains(event.target as Node);
    byKeys = false;
  }

  function key(event: KeyboardEvent): void {
    byKeys = true;
    const at = event.target as Item;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.length > 1) typed = "";
    if (event.repeat && (event.key === "Enter" || event.key === " ") && !isText(at)) event.preventDefault();
    const to = event.key.startsWith("Arrow") ? walked(event.key as Way, at) : turned(event.key, at);
    const found = to ?? (event.key.length === 1 && !isText(at) ? named(event.key, event.timeStamp) : null);
    if (!found) return;
    event.preventDefault();
    go(found);
  }

  function walked(way: Way, at: Item): Item | null {
    // In a line of text the arrows are for its letters, and in a list for its lines.
    if (isText(at) && (way === "ArrowLeft" || way === "ArrowRight" || !at.matches("input"))) return null;
    const others = seen().filter((item) => item !== at);
    const next = nextIn(way, boxOf(at), others.map(boxOf));
    return next === undefined ? null : others[next]!;
  }

  /** In turn, round and round; the first and the last. */
  function turned(key: string, at: Item): Item | null {
    if (isText(at)) return null;
    const all = seen();
    const k = all.indexOf(at);
    const [first, end] = [all[0] ?? null, all.at(-1) ?? null];
    switch (key) {
      case "PageDown":
        return all[k + 1] ?? first;
      case "PageUp":
        return all[k - 1] ?? end;
      case "Home":
        return first;
      case "End":
        return end;
      default:
        return null;
    }
  }

  /** The item whose place is being typed. */
  function named(letter: string, now: number): Item | null {
    typed = (now - typedAt < TYPED_APART ? typed : "") + letter.toLowerCase();
    typedAt = now;
    const places = seen().map((item) => [item, item.dataset.place?.toLowerCase() ?? ""] as const);
    const found = places.find(([, place]) => place === typed) ?? places.find(([, place]) => place.startsWith(typed));
    return found?.[0] ?? null;
  }

  const changes = new MutationObserver(changed);
  changes.observe(ground, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "role"] });
  document.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", pressed, true);
  ground.addEventListener("keydown", key);
  held = ground.contains(document.activeElement);
  settle();
  return () => {
    changes.disconnect();
    document.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", pressed, true);
    ground.removeEventListener("keydown", key);
  };
};

/** Anyone who comes to a page begins here, unless they are somewhere already. */
export const arriving: Attachment<HTMLElement> = (ground) => {
  if (document.activeElement === document.body) ground.focus({ preventScroll: true });
};
