/** Where we are in the app, and going elsewhere without loading the page again.
 *
 * Every screen has an address such as #/t/{id}/{token}, below the one page that there is: what follows # never reaches a
 * server, so tokens stay here, and the app works below any path. The server sends /gallery on to #/gallery.
 */
class Router {
  hash = $state(location.hash);

  /** The screen's address without # */
  get route(): string {
    return this.hash.startsWith("#/") ? this.hash.slice(1) : "/";
  }

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    if (this.route === "/") scrollTo(0, 0);
  }

  #read(): void {
    this.hash = location.hash;
  }

  /** Plain clicks on links within the app stay in the page. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.target || !link.getAttribute("href")?.startsWith("#/")) return;
    event.preventDefault();
    this.go(link.hash);
  }
}

export const router = new Router();
