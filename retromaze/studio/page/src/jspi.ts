// How Python waits in a page: by a promise where the browser has JSPI (JavaScript Promise Integration), else by
// memory that it shares with the page. Browsers share memory only with a page that is isolated from all others.

const TRIED = "retromaze-isolation";

export const hasJspi = "Suspending" in WebAssembly;
export const isIsolated = Boolean(self.crossOriginIsolated) && "SharedArrayBuffer" in self;

/**
 * Reloads the page, isolated by a service worker, whose script is next to it; only once, as that may not help.
 * Returns false if the browser does not support that: from a disk, over plain http, in some private windows.
 */
export async function isolate(script: string): Promise<boolean> {
  try {
    if (sessionStorage.getItem(TRIED) || !("serviceWorker" in navigator)) return false;
    await navigator.serviceWorker.register(script);
    await navigator.serviceWorker.ready;
    sessionStorage.setItem(TRIED, "yes");
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Notes that the page is isolated: if it is ever loaded without the service worker, it may be reloaded again. */
export function noteIsolated(): void {
  try {
    sessionStorage.removeItem(TRIED);
  } catch {
    // without storage nothing was stored
  }
}
