/** The app on this device: a service worker keeps all files of one version (`tools/sw.js`). A newer version waits until
 * somebody wants it, or until no page is open; then every page is loaded again, so versions never mix. */

/** What a browser offers where the app can be installed. */
interface InstallPrompt extends Event {
  prompt: () => Promise<void>;
}

const AGAIN = 5000; // ms until a version that did not come as a whole is fetched again; then twice as long each time
const LONGEST = 300_000;

class Offline {
  /** Whether the app is on this device as a whole; null while nobody knows. */
  kept = $state<boolean | null>(null);
  /** A newer version is there. */
  fresh = $state(false);
  #prompt = $state.raw<InstallPrompt | null>(null);
  #waiting: ServiceWorker | null = null;
  #registration: ServiceWorkerRegistration | null = null;
  #pause = AGAIN;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** Whether a button can install the app. */
  get installs(): boolean {
    return this.#prompt !== null;
  }

  begin(): void {
    if (!import.meta.env.PROD) return;
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    if (!("serviceWorker" in navigator)) {
      this.kept = false;
      return;
    }
    let controlled = !!navigator.serviceWorker.controller;
    this.kept = controlled ? true : null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      // The first one only answers from now on; whichever comes later has another version.
      if (controlled) location.reload();
      controlled = true;
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.look();
    });
    addEventListener("load", () => void this.#register());
  }

  async install(): Promise<void> {
    await this.#prompt?.prompt();
    this.#prompt = null;
    await navigator.storage?.persist?.(); // so that the browser does not clear the games when it is short of room
  }

  /** Change to the newer version: every page is loaded again. */
  update(): void {
    this.#waiting?.postMessage("now");
  }

  /** Ask whether a newer version is there. */
  look(): void {
    this.#registration?.update().catch(() => undefined); // without a network there is none
  }

  async #register(): Promise<void> {
    try {
      const registration = await navigator.serviceWorker.register("sw.js");
      // What failed the first time is forgotten, and is another one when it is tried again.
      if (registration !== this.#registration) {
        this.#registration = registration;
        registration.addEventListener("updatefound", () => this.#follow(registration.installing));
        this.#follow(registration.waiting);
      }
      this.#follow(registration.installing);
      if (registration.active) this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  /** Note what becomes of a version that is being fetched. */
  #follow(worker: ServiceWorker | null): void {
    if (!worker) return;
    let whole = false;
    const look = () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) {
        this.#waiting = worker;
        this.fresh = true;
      }
      if (worker.state === "activated") this.kept = true;
      if (worker.state === "redundant" && !whole) this.#tryAgain();
      whole ||= worker.state !== "installing";
    };
    worker.addEventListener("statechange", look);
    look();
  }

  /** A file did not come. Those that came are kept, so that only the others are asked for again. */
  #tryAgain(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      this.#pause = Math.min(2 * this.#pause, LONGEST);
      void this.#register();
    }, this.#pause);
  }
}

export const offline = new Offline();
