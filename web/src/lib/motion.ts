/** Anyone who wants no motion sees results at once, highlighted for a while. */
import { settings } from "./settings.svelte";

export const HIGHLIGHT = 1500;

export const noMotion = (): boolean => settings.still;
