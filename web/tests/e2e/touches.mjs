// Touching a page, by its own coordinates.

/** In the page: the middle of the first of these that lies open to a touch. */
export function firstOpen(wanted) {
    for (const element of document.querySelectorAll(wanted)) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        if (element.contains(document.elementFromPoint(...at))) return at;
    }
    return null;
}

export async function touch({ page, phone }, [x, y]) {
    if (phone) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
}
