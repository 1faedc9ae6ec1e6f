// Before anything is drawn, so that no wrong theme flashes.
try {
    document.documentElement.dataset.theme = localStorage.getItem("molehill-theme") ?? "";
} catch {
    // Without a memory the system's own theme it is.
}
