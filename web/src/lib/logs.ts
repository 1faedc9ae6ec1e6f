/** Logs as files: saved from a table, and read again. */
import { server } from "./server";

/** Save the log of a table as a file. */
export async function saveLog(table: string, game: string): Promise<void> {
  const log = await server.log<object>(table);
  const address = URL.createObjectURL(new Blob([JSON.stringify(log)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: `${game}-${table}.json` });
  link.click();
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
