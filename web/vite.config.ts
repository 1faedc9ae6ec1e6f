import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { licences } from "./tools/licences.mjs";
import { offline } from "./tools/offline.mjs";
import { site } from "./tools/site.mjs";

/** The best quality of Brotli takes twice as long, and saves a hundredth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const FORMS = {
  ".br": (data: Buffer) => promisify(brotliCompress)(data, BROTLI),
  ".gz": (data: Buffer) => promisify(gzip)(data, { level: 9 }),
};
const COMPRESSED_ALREADY = /\.(png|webp|woff2)$/;
/** What is smaller fits into a packet or two as it is. */
const LEAST = 1000;

/** Puts beside every file that is worth it its compressed forms, which the server hands out as they are. */
function compressed(): Plugin {
  let folder: string;
  const pack = async (file: string) => {
    const data = await readFile(file);
    if (data.length < LEAST || COMPRESSED_ALREADY.test(file)) return;
    for (const [suffix, form] of Object.entries(FORMS)) await writeFile(file + suffix, await form(data));
  };
  return {
    name: "compressed",
    // A web host of files compresses as it likes.
    apply: (_, { command }) => command === "build" && !process.env.MOLEHILL_SITE,
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(files.filter((file) => file.isFile()).map((file) => pack(join(file.parentPath, file.name))));
    },
  };
}

const SERVER = process.env.MOLEHILL_SERVER ?? "http://127.0.0.1:8000";

// The catalogues and rulebooks are the ones that Python reads; the app is packed beside the server that serves it, and
// lies below any path: its addresses are relative.
export default defineConfig({
  base: "./",
  plugins: [svelte(), licences(), site(), offline(), compressed()],
  resolve: { alias: { "@games": fileURLToPath(new URL("../src/molehill/games", import.meta.url)) } },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(["/api", "/modules"].map((path) => [path, { target: SERVER, ws: true }])),
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  // The server knows workers by their names: they alone may compile WebAssembly.
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } } },
});
