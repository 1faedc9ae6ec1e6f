// Keeps all files of one version of the app on a device, and answers with them. The build puts in the version and the
// files (`tools/offline.mjs`). A newer version is fetched as a whole, and waits until a page asks for it or none is open.

const VERSION = "{{version}}";
/** By path; what has no hash in its name comes with one, so that nothing of another version is ever kept. */
const FILES = "{{files}}";
/** Two places of one host may each have their own. */
const OURS = `molehill ${registration.scope} `;
const CACHE = OURS + VERSION;
const START = "index.html";
const FOUND = { ignoreVary: true, ignoreSearch: true };

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));
addEventListener("message", ({ data }) => {
    if (data === "now") skipWaiting();
});
addEventListener("fetch", (event) => {
    const path = pathOf(event.request);
    if (path !== null) event.respondWith(answer(event.request, path));
});

const address = (path) => new URL(path, registration.scope).href;

/** Fetch every file; one that does not come, or is not this version's, stops it all. */
async function fill() {
    const cache = await caches.open(CACHE);
    await Promise.all(Object.entries(FILES).map(([path, integrity]) => keep(cache, path, integrity)));
}

async function keep(cache, path, integrity) {
    const known = integrity ? undefined : await caches.match(address(path), FOUND);
    if (known) return cache.put(address(path), known);
    const how = integrity ? { integrity, cache: "no-cache" } : {};
    const answer = await fetch(address(path), how);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return cache.put(address(path), answer);
}

/** Older versions are not needed any more. */
async function clear() {
    const names = await caches.keys();
    await Promise.all(
        names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)),
    );
}

/** Which of the files a request asks for; null: none, then it goes to the network. */
function pathOf({ method, url, mode }) {
    if (method !== "GET" || !url.startsWith(registration.scope)) return null;
    const path = url.slice(registration.scope.length).split(/[?#]/)[0];
    if (mode === "navigate" && path === "") return START;
    return Object.hasOwn(FILES, path) ? path : null;
}

async function answer(request, path) {
    const cache = await caches.open(CACHE);
    return (await cache.match(address(path), FOUND)) ?? fetch(request);
}
