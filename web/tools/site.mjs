// An app without a server (MOLEHILL_SITE=1, `make site`): its page says so, and brings the content policy that a server would
// send. Workers have none of their own there, so WebAssembly is compiled in them and not in the page.
const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** @returns {import("vite").Plugin} */
export function site() {
    return {
        name: "site",
        apply: "build",
        transformIndexHtml: () =>
            process.env.MOLEHILL_SITE
                ? [
                      {
                          tag: "meta",
                          attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
                          injectTo: "head-prepend",
                      },
                      { tag: "meta", attrs: { name: "molehill-place", content: "pocket" }, injectTo: "head-prepend" },
                  ]
                : [],
    };
}
