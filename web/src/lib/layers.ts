/** Something that lies over the page on a phone and closes as people expect: by Escape, by a touch beside it, and by going
 * back. Used as an attachment of what lies there, while it does. */
import type { Attachment } from "svelte/attachments";

export function layer(onclose: () => void): Attachment<Element> {
  return (element) => {
    let back = false;
    history.pushState(history.state, "", location.href);
    const at = location.href;
    const gone = () => {
      back = true;
      onclose();
    };
    const pressed = (event: KeyboardEvent) => event.key === "Escape" && onclose();
    const touched = (event: PointerEvent) => !element.contains(event.target as Node) && onclose();
    addEventListener("popstate", gone);
    addEventListener("keydown", pressed);
    addEventListener("pointerdown", touched);
    return () => {
      removeEventListener("popstate", gone);
      removeEventListener("keydown", pressed);
      removeEventListener("pointerdown", touched);
      if (!back && location.href === at) history.back(); // what was added for it is taken away again
    };
  };
}
