/** Dark or light: what the device prefers, or what was chosen here. */
const KEY = "molehill-theme";

class Theme {
  chosen = $state(document.documentElement.dataset.theme || "");

  get dark(): boolean {
    return this.chosen ? this.chosen === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
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
