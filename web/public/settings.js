// Before anything is drawn, so that nothing flashes in a wrong theme or jumps from a wrong size (src/lib/settings.svelte.ts).
try {
    const theme = localStorage.getItem("molehill-theme"); // chosen before there were settings
    const kept = JSON.parse(localStorage.getItem("molehill-settings"));
    Object.assign(document.documentElement.dataset, theme && { theme }, kept);
} catch {
    // Without a memory everything is as usual.
}
