import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The catalogues and rulebooks are the ones that Python reads; the app is packed beside the server that serves it.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { "@games": new URL("../src/molehill/games", import.meta.url).pathname } },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env.MOLEHILL_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
