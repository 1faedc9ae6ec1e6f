/** A magnifier under the finger, for drawings whose spaces get smaller than a fingertip: while a finger is down, what lies
 * under it is shown enlarged beside it; it may slide, and what is under it when it is lifted is touched. */
import type { Attachment } from "svelte/attachments";

import { isNear } from "./zoom";

export const ENLARGED = 2.2;
const SIZE = 132;
/** A finger that has moved no farther has tapped. */
const TAPPED = 10;
const TARGETS = '[role="button"], .try';

export const lens: Attachment<SVGSVGElement> = (svg) => {
  const board = svg.closest<HTMLElement>(".board") ?? svg.parentElement!;
  const glass = document.createElement("div");
  let finger: { id: number; x: number; y: number } | null = null;
  let frame = 0;

  glass.className = "lens";
  glass.setAttribute("aria-hidden", "true");
  glass.style.width = glass.style.height = `${SIZE}px`;

  /** The drawing as it is now, round the finger. */
  function draw({ clientX, clientY }: PointerEvent): void {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    for (const target of copy.querySelectorAll(TARGETS)) target.removeAttribute("role");
    const matrix = svg.getScreenCTM()!;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const across = SIZE / ENLARGED / matrix.a;
    copy.removeAttribute("role");
    copy.setAttribute("viewBox", `${x - across / 2} ${y - across / 2} ${across} ${across}`);
    glass.replaceChildren(copy);
  }

  /** Above the finger, or beside it where there is no room; always over the board. */
  function place({ clientX, clientY }: PointerEvent): void {
    const box = board.getBoundingClientRect();
    const within = (at: number, most: number) => Math.max(0, Math.min(most - SIZE, at));
    const above = clientY - box.top - SIZE - 34;
    const aside = clientX - box.left < box.width / 2 ? 40 : -SIZE - 40;
    glass.style.left = `${within(clientX - box.left + (above < 0 ? aside : -SIZE / 2), box.width)}px`;
    glass.style.top = `${board.scrollTop + within(above < 0 ? clientY - box.top - SIZE / 2 : above, box.height)}px`;
  }

  function show(event: PointerEvent): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (!finger) return;
      draw(event);
      place(event);
      if (!glass.isConnected) board.append(glass);
    });
  }

  function hide(): void {
    cancelAnimationFrame(frame);
    finger = null;
    glass.remove();
  }

  function down(event: PointerEvent): void {
    if (event.pointerType !== "touch" || isNear(svg)) return;
    if (finger) return hide(); // two fingers zoom
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
    show(event);
  }

  function move(event: PointerEvent): void {
    if (finger?.id === event.pointerId) show(event);
  }

  function up(event: PointerEvent): void {
    if (finger?.id !== event.pointerId) return;
    const slid = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > TAPPED;
    hide();
    if (!slid) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(TARGETS);
    const { clientX, clientY } = event;
    target?.dispatchEvent(
      new PointerEvent("click", { bubbles: true, detail: 1, clientX, clientY, pointerType: "touch" }),
    );
  }

  svg.dataset.lens = String(ENLARGED);
  svg.style.touchAction = "none";
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: hide } as const;
  for (const [name, listener] of Object.entries(listeners)) svg.addEventListener(name, listener as EventListener);
  return () => {
    hide();
    for (const [name, listener] of Object.entries(listeners)) svg.removeEventListener(name, listener as EventListener);
  };
};
