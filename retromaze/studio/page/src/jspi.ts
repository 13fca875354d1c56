// What an exported page cannot do without: JavaScript Promise Integration, by which Python waits in a browser.

export const hasJspi = "Suspending" in WebAssembly;
