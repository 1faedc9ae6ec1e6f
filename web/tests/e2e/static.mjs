// A web host that has nothing but files: a folder, below any path. What it serves can be exchanged while it runs.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
};

/** Serve a folder below a path; `folder` of what is returned may be changed, `asked` lists what was asked for, and what ends
 * as `broken` says can't be had. */
export async function serveFiles(folder, path = "/") {
    const host = { folder, asked: [], broken: null, url: "", close: () => new Promise((done) => server.close(done)) };
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        host.asked.push(pathname);
        if (host.broken && pathname.endsWith(host.broken)) return void response.writeHead(503).end();
        let file = pathname.startsWith(path) ? join(host.folder, normalize(pathname.slice(path.length))) : "";
        if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
        if (!file || !existsSync(file)) return void response.writeHead(404).end();
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    host.url = `http://127.0.0.1:${server.address().port}${path}`;
    return host;
}
