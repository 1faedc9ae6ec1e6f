/** What the server allows as a name: so many letters, whatever script they are of. */
export const LONGEST_NAME = 20;

/** Keep what is typed into a field within that. A letter may be two units long, so the field's own limit won't do. */
export function named(field: HTMLInputElement) {
  const shorten = () => {
    const letters = [...field.value];
    if (letters.length <= LONGEST_NAME) return;
    field.value = letters.slice(0, LONGEST_NAME).join("");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.addEventListener("input", shorten);
  return () => field.removeEventListener("input", shorten);
}
