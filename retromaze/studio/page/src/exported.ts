// The beginning of an exported page: Python comes out of the page itself and runs in workers.
import { byId, made } from "./page";
import { bytes, piece } from "./pieces";
import { PythonWorker, type Brought, type Maker } from "./python_worker";
import type { Role } from "./wire";

const brought = JSON.parse(byId("brought").textContent ?? "") as Brought & { lock: object };
const japanese = () => document.documentElement.lang === "ja";

// Fetched, unpacked and compiled once, whoever wants it.
const module = piece("python.wasm").then(async (found) => {
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(found.body, { headers }));
});
const library = bytes("library.zip");
const files = bytes("retromaze.files");
const script = bytes("worker.js").then((text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

let begun = (): void => {};
const session = new Promise<void>((done) => (begun = done));
let first = brought.first;

const maker: Maker = {
  brought,
  async make(role: Role): Promise<Worker> {
    // Whoever proves has time: first the reader sees it run.
    if (role === "proof") await session;
    const parts = { module: await module, library: await library, files: await files };
    const worker = new Worker(await script);
    worker.postMessage({ role, given: JSON.stringify(brought.given), lock: brought.lock, ...parts });
    return worker;
  },
  ready(role: Role): void {
    if (role !== "session") return;
    notice.remove();
    begun();
  },
  failed(reason: unknown): void {
    notice.textContent = `${japanese() ? "Python を起動できません" : "Python cannot be started"}: ${String(reason)}`;
  },
};

const notice = made("p", { className: "notice", id: "starting" });
notice.setAttribute("role", "status");
byId("notice").after(notice);
// The page's language is set by its own script, which comes next.
setTimeout(() => (notice.textContent = japanese() ? "Python を起動しています…" : "Python is starting…"));

window.retromazeWorker = (role) => {
  const worker = new PythonWorker(role, maker, role === "session" ? first : []);
  if (role === "session") first = [brought.first[0]!];
  return worker as unknown as Worker;
};
