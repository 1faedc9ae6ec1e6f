/** Logs as files: saved from a table, and read again. */
import { server } from "./server";

/** Save the log of a table as a file. */
export async function saveLog(table: string, game: string): Promise<void> {
  saveAs(`${game}-${table}.json`, await server.log<object>(table));
}

/** Save something as a file. */
export function saveAs(name: string, what: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(what)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The log in a file; null if there is none in it. */
export async function readLog(file: File): Promise<object | null> {
  try {
    const found: unknown = JSON.parse(await file.text());
    return found !== null && typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}
