/** What has once been so high stays so high, until there is more or less room beside, or somebody wants other sizes:
 * nothing jumps when there is less to show for a while. */
import type { Attachment } from "svelte/attachments";

import { settings } from "./settings.svelte";

export const steady: Attachment<HTMLElement> = (element) => {
  void settings.chosen; // with other settings it begins again
  let [width, most] = [0, 0];
  const watch = new ResizeObserver(() => {
    if (element.offsetWidth !== width) {
      width = element.offsetWidth;
      most = 0;
      element.style.minHeight = "";
    }
    if (element.offsetHeight <= most) return;
    most = element.offsetHeight;
    element.style.minHeight = `${most}px`;
  });
  watch.observe(element);
  return () => {
    watch.disconnect();
    element.style.minHeight = "";
  };
};
