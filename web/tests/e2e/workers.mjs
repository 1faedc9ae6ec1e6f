// Service workers, where a test allows them.

/** The app is on the device as a whole, and answers this page: until then a page asks the network. */
export const onDevice = ({ page }) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
