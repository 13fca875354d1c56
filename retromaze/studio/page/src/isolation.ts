// The service worker of a page in a folder, for browsers without JSPI: answers with the server's files, and adds
// the headers by which a browser isolates a page and shares memory between it and its workers.

interface Scope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, hear: (event: Come) => void): void;
}

interface Come {
  request: Request;
  waitUntil(work: Promise<void>): void;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin === location.origin) event.respondWith(isolated(event.request));
});

async function isolated(request: Request): Promise<Response> {
  const { body, status, statusText, headers: given } = await fetch(request);
  const headers = new Headers(given);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(body, { status, statusText, headers });
}

export {};
