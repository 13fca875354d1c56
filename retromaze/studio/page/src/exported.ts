// The beginning of an exported page: Python comes out of the page itself and runs in workers.
import { Mailbox } from "./mailbox";
import { byId, made } from "./page";
import { bytes, isOneFile, piece } from "./pieces";
import { PythonWorker, type Brought, type Held, type Maker } from "./python_worker";
import { TEXTS } from "./texts";
import { hasJspi, isIsolated, isolate, noteIsolated } from "./waiting";
import type { Role } from "./wire";

const brought = JSON.parse(byId("brought").textContent ?? "") as Brought & { lock: object };
/** The page's language is that of its own script, which comes after this one. */
const told = (name: keyof typeof TEXTS) => TEXTS[name][document.documentElement.lang === "ja" ? 1 : 0];

/** Whether the page is about to be loaded again, so that it can be isolated. */
const isLoadedAgain = hasJspi || isIsolated ? Promise.resolve(false) : isOneFile().then((whole) => !whole && isolate("isolation.js"));
/** Never, where the page is about to go: what it had begun to fetch would be broken off. */
const stays = isLoadedAgain.then((again) => (again ? new Promise<never>(() => {}) : undefined));

// Fetched, unpacked and compiled once, whoever wants it.
const module = stays
  .then(() => piece("python.wasm"))
  .then(async (found) => {
    const headers = { "Content-Type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(found.body, { headers }));
  });
const library = stays.then(() => bytes("library.zip"));
const files = stays.then(() => bytes("retromaze.files"));
const script = stays
  .then(() => bytes("worker.js"))
  .then((text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

if (isIsolated) noteIsolated();

let begun = (): void => {};
const session = new Promise<void>((done) => (begun = done));
let first = brought.first;

const maker: Maker = {
  brought,
  async make(role: Role): Promise<Held> {
    await stays;
    if (!hasJspi && !isIsolated) throw new Error("this browser has no JSPI");
    // Whoever proves has time: first the reader sees it run.
    if (role === "proof") await session;
    const parts = { module: await module, library: await library, files: await files };
    const worker = new Worker(await script);
    const box = hasJspi ? null : new Mailbox();
    const start = { role, given: JSON.stringify(brought.given), lock: brought.lock, memory: box?.memory, ...parts };
    worker.postMessage(start);
    return { worker, send: (text) => (box ? box.put(text) : worker.postMessage(text)), taken: () => box?.emptied() };
  },
  ready(role: Role): void {
    if (role !== "session") return;
    notice.remove();
    begun();
  },
  failed(reason: unknown): void {
    if (!hasJspi && !isIsolated) {
      rename("noJspi");
      return;
    }
    const why = location.protocol === "file:" && reason instanceof TypeError ? told("wantsServer") : String(reason);
    delete notice.dataset.words;
    notice.textContent = told("pythonFails").replace("{why}", () => why);
  },
};

const notice = made("p", { className: "notice", id: "starting" });
notice.setAttribute("role", "status");
byId("notice").after(notice);
rename("pythonStarts");

/** Written as all texts of the page are, in whatever language. */
function rename(name: keyof typeof TEXTS): void {
  notice.dataset.words = name;
  notice.textContent = told(name);
}

window.retromazeWorker = (role) => {
  const worker = new PythonWorker(role, maker, role === "session" ? first : []);
  if (role === "session") first = [brought.first[0]!];
  return worker as unknown as Worker;
};
