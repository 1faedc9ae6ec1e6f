/** Dark or light: what the device prefers, or what was chosen here. */
import { MediaQuery } from "svelte/reactivity";

const KEY = "molehill-theme";

class Theme {
  chosen = $state(document.documentElement.dataset.theme || "");
  #daylight = new MediaQuery("(prefers-color-scheme: light)", false);

  get dark(): boolean {
    return this.chosen ? this.chosen === "dark" : !this.#daylight.current;
  }

  toggle(): void {
    this.chosen = this.dark ? "light" : "dark";
    document.documentElement.dataset.theme = this.chosen;
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      // A browser that keeps nothing still shows what was chosen.
    }
  }
}

export const theme = new Theme();
