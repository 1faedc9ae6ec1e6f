/** How somebody wants to see and play, kept in this browser. Each setting is an attribute of the page's root, as in
 * data-text="large", and settings.css says what it changes; what code has to know is read here. */
import { keep, kept, keptText } from "./storage";

/** What can be chosen; the first is the usual one. */
export const CHOICES = {
  theme: ["system", "dark", "light"],
  text: ["usual", "large", "larger", "largest"],
  motion: ["system", "less", "full"],
  pace: ["usual", "slow", "quick"],
  pieces: ["usual", "large"],
  hand: ["right", "left"],
  names: ["hidden", "shown"],
} as const;

export type Setting = keyof typeof CHOICES;
export type Chosen = { [name in Setting]: (typeof CHOICES)[name][number] };

export const SETTINGS = Object.keys(CHOICES) as Setting[];
const KEY = "molehill-settings";
/** Where a theme was kept, as it is, before there were other settings. */
const OLD_THEME = "molehill-theme";
/** How many times longer everything that is shown takes. */
const PACES: Record<Chosen["pace"], number> = { usual: 1, slow: 2, quick: 0.5 };

/** What was kept, as far as it can still be chosen. */
function known(): Chosen {
  const before: Record<string, unknown> = { theme: keptText(OLD_THEME), ...kept<object>(KEY, {}) };
  const valid = (name: Setting) => CHOICES[name].find((value) => value === before[name]) ?? CHOICES[name][0];
  return Object.fromEntries(SETTINGS.map((name) => [name, valid(name)])) as Chosen;
}

export class Settings {
  chosen = $state.raw(known());

  choose<S extends Setting>(name: S, value: Chosen[S]): void {
    this.chosen = { ...this.chosen, [name]: value };
    keep(KEY, this.chosen);
    this.apply();
  }

  /** How many times longer than usual each thing is shown. */
  get pace(): number {
    return PACES[this.chosen.pace];
  }

  /** Whether results are shown at once, without motion. */
  get still(): boolean {
    const { motion } = this.chosen;
    return motion === "system" ? matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "less";
  }

  /** Show the page as it was chosen. */
  apply(): void {
    const { dataset, style } = document.documentElement;
    Object.assign(dataset, this.chosen);
    if (this.still) dataset.still = "";
    else delete dataset.still;
    style.setProperty("--pace", String(this.pace));
  }

  /** Apply them, now and whenever the device wants more or less motion, or another tab has chosen otherwise. */
  follow(): void {
    this.apply();
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.apply());
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      this.chosen = known();
      this.apply();
    });
  }
}

export const settings = new Settings();
