// Before anything is drawn, so that nothing flashes in a wrong theme or jumps from a wrong size (src/lib/settings.svelte.ts).
try {
    Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("molehill-settings")));
} catch {
    // Without a memory everything is as usual.
}
