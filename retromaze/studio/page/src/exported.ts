// The start of an exported page: Python is part of the page and runs in workers.
import type { Role } from "./channel";
import { byId, create } from "./elements";
import { hasJspi, isIsolated, isolate, noteIsolated } from "./jspi";
import { Mailbox } from "./mailbox";
import type { FromPython, Open } from "./messages";
import { bytesOf } from "./pixels";
import { TEXTS } from "./texts";
import { type Brought, type Held, type Maker, WorkerChannel, sameOpen } from "./worker_channel";

const brought = JSON.parse(byId("brought").textContent ?? "") as Brought & { lock: object };
/** A text in the page's language, for this script, which runs before the page's own. */
const textOf = (name: keyof typeof TEXTS) => TEXTS[name][document.documentElement.lang === "ja" ? 1 : 0];

/** Whether the page is about to be reloaded, to be isolated. */
const isLoadedAgain = hasJspi || isIsolated ? Promise.resolve(false) : isOneFile().then((whole) => !whole && isolate("isolation.js"));
/** Never resolves if the page is about to be reloaded: its downloads would be broken off. */
const stays = isLoadedAgain.then((again) => (again ? new Promise<never>(() => {}) : undefined));

// Fetched, unpacked and compiled once for all workers.
const module = stays
  .then(() => piece("python.wasm", loaded))
  .then(({ body }) => WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } })));
const library = stays.then(() => bytes("library.zip", loaded));
const files = stays.then(() => bytes("retromaze.files", loaded));
const script = stays
  .then(() => bytes("worker.js", loaded))
  .then((text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

if (isIsolated) noteIsolated();

let begun = (): void => {};
const session = new Promise<void>((done) => (begun = done));
const [welcome, ...first] = brought.first;

const maker: Maker = {
  async foretold(open: Open): Promise<FromPython[]> {
    const { lang } = document.documentElement;
    if (sameOpen(open, brought.given.opens)) return [...first, ...(brought.lessons[lang] ?? [])];
    const name = `first-${open.program}-${lang}.json`;
    if (!brought.prepared.includes(name) || !sameOpen(open, { program: open.program })) return [];
    return JSON.parse(new TextDecoder().decode(await bytes(name))) as FromPython[];
  },
  async make(role: Role): Promise<Held> {
    await stays;
    if (!hasJspi && !isIsolated) throw new Error("this browser has no JSPI");
    // The prover starts after the session, so that the program runs as soon as possible.
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
    progress.remove();
    if (!hasJspi && !isIsolated) return setWords("noJspi");
    const why = location.protocol === "file:" && reason instanceof TypeError ? textOf("wantsServer") : String(reason);
    delete words.dataset.words;
    words.textContent = textOf("pythonFails").replace("{why}", () => why);
  },
};

const progress = create("progress", { max: Math.max(1, Object.values(brought.sizes).reduce((sum, each) => sum + each, 0)), value: 0 });
const words = create("span");
const notice = create("p", { className: "notice", id: "starting" }, words);
notice.setAttribute("role", "status");
byId("notice").after(notice);
setWords("pythonStarts");
progress.setAttribute("aria-label", textOf("pythonStarts"));
if (brought.prepared.length) notice.append(" ", progress);

/** Counts bytes that have arrived. A server that compresses again sends other numbers than expected. */
function loaded(count: number): void {
  progress.value = Math.min(progress.max, progress.value + count);
}

/** Gives the notice one of the page's texts, which changes with the language. */
function setWords(name: keyof typeof TEXTS): void {
  words.dataset.words = name;
  words.textContent = textOf(name);
}

window.retromazeChannel = (role) => new WorkerChannel(role, maker, role === "session" ? welcome! : null);

// ---- the large parts of an exported page: in the page itself, or files next to it

const GZIP = 0x1f8b;

/** Resolves when the page has been parsed, so that elements after this script exist. */
const read = new Promise<void>((done) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => done(), { once: true });
  else done();
});

/** Whether all parts are in the page itself. */
async function isOneFile(): Promise<boolean> {
  await read;
  return document.getElementById("licenses") !== null;
}

/** Returns a part; `loaded` is called with the number of bytes of each chunk from the network. */
async function piece(name: string, loaded: (count: number) => void = () => {}): Promise<Response> {
  await read;
  const element = document.getElementById(`piece-${name}`);
  if (!element) return opened(await fetched(name, loaded));
  const text = element.textContent ?? "";
  element.remove();
  return opened(bytesOf(text.trim()));
}

async function bytes(name: string, loaded?: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await piece(name, loaded)).arrayBuffer());
}

async function fetched(name: string, loaded: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await fetch(name);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      loaded(chunk.length);
      stream.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(body?.pipeThrough(counting)).arrayBuffer());
}

/** Unpacks a part, unless the server has done so. */
function opened(data: Uint8Array<ArrayBuffer>): Response {
  const packed = new DataView(data.buffer).getUint16(0) === GZIP;
  const stream = new Blob([data]).stream();
  return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
}
