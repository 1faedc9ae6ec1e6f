/** Two fingers zoom and move a drawing whose spaces get small; a double tap goes there and back. */
import type { Attachment } from "svelte/attachments";

const MOST = 3;

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

  const set = (next: Box) => {
    box = clamp(next, whole);
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
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) return;
    // What can be chosen is tapped to choose it, and may be gone by the second tap.
    const chooses = (event.target as Element).closest('[role="button"]');
    const again =
      event.timeStamp - lastTap.time < 300 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
    lastTap = { time: again || chooses ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
    if (!again || chooses) return;
    const middle = at({ x: event.clientX, y: event.clientY });
    set(box.size < whole.size ? whole : { x: middle.x - size / 4, y: middle.y - size / 4, size: size / 2 });
  }
  function move(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return;
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
