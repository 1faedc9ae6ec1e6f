/** Where we are in the app, and going elsewhere without loading the page again.
 *
 * Tables have addresses such as /#/t/{id}/{token}: what follows # never reaches a server, so tokens stay here. All
 * screens can be reached in both ways, /gallery and /#/gallery.
 */
class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);

  /** The screen's address without # */
  get route(): string {
    return this.hash.startsWith("#/") ? this.hash.slice(1) : this.path;
  }

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }

  /** Plain clicks on links within the app stay in the page. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash && !link.hash.startsWith("#/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
