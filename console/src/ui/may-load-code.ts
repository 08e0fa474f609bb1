/**
 * Whether code may be asked for: with a connection, or where a service worker may have it. Until the page is reloaded,
 * Chromium asks only once for code that could not be loaded, so a try that came too soon would be the last.
 */
export function mayLoadCode(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller)
}
