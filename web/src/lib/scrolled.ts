/** What may be longer than its place is scrolled there. Only while it is longer, Tab comes to it, and arrows scroll it before
 * they walk on. Its only child is what is scrolled. */
import type { Attachment } from "svelte/attachments";

const SLACK = 1; // pixels: sizes are rounded

/** Whether there is more in the direction of a key. */
function goesOn(element: HTMLElement, key: string): boolean {
  const { scrollTop, scrollLeft, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  switch (key) {
    case "ArrowDown":
      return scrollTop + clientHeight < scrollHeight - SLACK;
    case "ArrowUp":
      return scrollTop > 0;
    case "ArrowRight":
      return scrollLeft + clientWidth < scrollWidth - SLACK;
    case "ArrowLeft":
      return scrollLeft > 0;
    default:
      return false;
  }
}

export const scrolled: Attachment<HTMLElement> = (element) => {
  function look(): void {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    if (scrollHeight > clientHeight + SLACK || scrollWidth > clientWidth + SLACK) element.tabIndex = 0;
    // What has the focus keeps it.
    else if (document.activeElement !== element) element.removeAttribute("tabindex");
  }
  function press(event: KeyboardEvent): void {
    if (event.target === element && goesOn(element, event.key)) event.stopPropagation();
  }
  const watch = new ResizeObserver(look);
  watch.observe(element);
  if (element.firstElementChild) watch.observe(element.firstElementChild);
  element.addEventListener("keydown", press);
  element.addEventListener("blur", look);
  return () => {
    watch.disconnect();
    element.removeEventListener("keydown", press);
    element.removeEventListener("blur", look);
  };
};
