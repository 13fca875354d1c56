// The beginning of an exported page: Python comes out of the page itself and runs in workers.
import { byId, made } from "./page";
import { bytes, piece } from "./pieces";
import { PythonWorker, type Brought, type Maker } from "./python_worker";
import type { Role } from "./wire";

const brought = JSON.parse(byId("brought").textContent ?? "") as Brought & { lock: object };
const told = (english: string, other: string) => () => (document.documentElement.lang === "ja" ? other : english);

const words = {
  starting: told("Python is starting…", "Python を起動しています…"),
  failed: told("Python cannot be started", "Python を起動できません"),
  old: told("this browser cannot let Python wait; a newer one can", "このブラウザーは古いため Python を待機させられません"),
  server: told("this folder wants a web server; one file does not", "このフォルダーには Web サーバーが必要です (1 ファイル版には不要)"),
};

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
    if (!("Suspending" in WebAssembly)) throw new Error(words.old());
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
    const why = location.protocol === "file:" && reason instanceof TypeError ? words.server() : String(reason);
    notice.textContent = `${words.failed()}: ${why}`;
  },
};

const notice = made("p", { className: "notice", id: "starting" });
notice.setAttribute("role", "status");
byId("notice").after(notice);
// The page's language is set by its own script, which comes next.
setTimeout(() => (notice.textContent = words.starting()));

window.retromazeWorker = (role) => {
  const worker = new PythonWorker(role, maker, role === "session" ? first : []);
  if (role === "session") first = [brought.first[0]!];
  return worker as unknown as Worker;
};
