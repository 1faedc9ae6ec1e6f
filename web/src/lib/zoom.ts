/** Two fingers zoom and move a drawing whose spaces get small; a double tap goes there and back. Where everything is large
 * enough for a finger, one finger moves it, and nobody needs a lens. */
import type { Attachment } from "svelte/attachments";

const MOST = 3;
/** From so much nearer on everything is large enough. */
const NEAR = 1.75;
/** A finger that has moved no farther has tapped, as in lens.ts. */
const TAPPED = 10;

/** Whether a drawing is that near. */
export const isNear = (svg: SVGSVGElement): boolean => svg.dataset.near !== undefined;

interface Box {
  x: number;
  y: number;
  size: number;
}

/** Keep a window of a square inside the square. */
export function clamp(box: Box, whole: Box): Box {
  const size = Math.min(whole.size, Math.max(whole.size / MOST, box.size));
  const within = (at: number, low: number) => Math.min(low + whole.size - size, Math.max(low, at));
  return { x: within(box.x, whole.x), y: within(box.y, whole.y), size };
}

export const zoomable: Attachment<SVGSVGElement> = (svg) => {
  const [x, y, size] = svg.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number];
  const whole: Box = { x, y, size };
  let box = whole;
  let lastTap = { time: -Infinity, x: 0, y: 0 };
  const fingers = new Map<number, { x: number; y: number }>();
  /** Where the one finger came down, as long as it may still be a tap; and whether it may push the drawing along. What can
   * be chosen may be dragged by itself. */
  let tapped: { x: number; y: number } | null = null;
  let pushes = false;

  const set = (next: Box) => {
    box = clamp(next, whole);
    if (whole.size >= NEAR * box.size) svg.dataset.near = "";
    else delete svg.dataset.near;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.size} ${box.size}`);
  };
  const at = (point: { x: number; y: number }) =>
    new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM()!.inverse());
  const pair = () => {
    const [one, other] = [...fingers.values()] as [DOMPoint, DOMPoint];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  };

  function down(event: PointerEvent) {
    if (event.pointerType !== "touch") return;
    const here = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, here);
    // What can be chosen is tapped to choose it, and may be gone by the second tap.
    const chooses = (event.target as Element).closest('[role="button"]');
    tapped = here;
    pushes = fingers.size === 1 && !chooses;
    if (fingers.size > 1) return;
    const again =
      event.timeStamp - lastTap.time < 300 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
    lastTap = { time: again || chooses ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
    if (!again || chooses) return;
    const middle = at({ x: event.clientX, y: event.clientY });
    set(box.size < whole.size ? whole : { x: middle.x - size / 4, y: middle.y - size / 4, size: size / 2 });
  }
  function move(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return;
    if (fingers.size === 1) return push(event);
    if (fingers.size !== 2) return;
    const before = pair();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = pair();
    const from = at(before);
    const scale = before.apart / Math.max(1, after.apart);
    const next = box.size * scale;
    const perPixel = next / svg.clientWidth;
    set({
      x: from.x - (from.x - box.x) * scale - (after.x - before.x) * perPixel,
      y: from.y - (from.y - box.y) * scale - (after.y - before.y) * perPixel,
      size: next,
    });
  }
  /** One finger pushes the drawing along. */
  function push(event: PointerEvent) {
    if (!pushes || !isNear(svg)) return;
    const [from, to] = [fingers.get(event.pointerId)!, { x: event.clientX, y: event.clientY }];
    if (tapped && Math.hypot(to.x - tapped.x, to.y - tapped.y) <= TAPPED) return;
    tapped = null;
    fingers.set(event.pointerId, to);
    const [before, after] = [at(from), at(to)];
    set({ ...box, x: box.x + before.x - after.x, y: box.y + before.y - after.y });
  }
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId);

  svg.style.touchAction = "none";
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) svg.addEventListener(end, up);
  return () => {
    svg.removeEventListener("pointerdown", down);
    svg.removeEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) svg.removeEventListener(end, up);
  };
};
