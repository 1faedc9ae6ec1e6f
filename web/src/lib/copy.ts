/** Copy what a field holds. A page in a home network may not use the clipboard by itself, so it does as people do. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
