// How Python waits in a page: by a promise where the browser has JSPI (JavaScript Promise Integration), else by
// memory that it shares with the page. Browsers share memory only with a page that is isolated from all others.

const TRIED = "retromaze-isolation";

export const hasJspi = "Suspending" in WebAssembly;
export const isIsolated = Boolean(self.crossOriginIsolated) && "SharedArrayBuffer" in self;

/**
 * Loads the page again, isolated by a service worker, whose script lies beside it; once, for it may be of no use.
 * False where the browser does not do that: from a disk, over plain http, with private windows in some.
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

/** A page that was loaded past its service worker may be loaded again. */
export function noteIsolated(): void {
  try {
    sessionStorage.removeItem(TRIED);
  } catch {
    // what keeps nothing has nothing to forget
  }
}
