// A worker that runs Python: puts the files where Python looks for them, and connects it to the page.
// It is a classic script after Pyodide's own two, because a page on a disk can start no other kind of worker.

import { Slot } from "./mailbox";

interface Start {
  role: string;
  given: string;
  module: WebAssembly.Module;
  library: Uint8Array<ArrayBuffer>;
  files: Uint8Array<ArrayBuffer>;
  lock: object;
  /** Where messages arrived in a browser without JSPI. */
  memory?: SharedArrayBuffer;
}

interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
}

interface Serve {
  (role: string, given: string, page: object): void;
  callPromising(role: string, given: string, page: object): Promise<void>;
}

interface Python {
  pyimport(name: string): { serve: Serve };
}

declare const loadPyodide: (options: object) => Promise<Python>;
declare const retromazePyodideModule: unknown;

const scope = self as unknown as { postMessage(message: unknown): void; close(): void; fetch: unknown; onmessage: unknown };
const HOME = "https://pyodide.invalid/";
const HEADER = 4;

// ---- the channel

const arrived: string[] = [];
let wake = (): void => {};
const { port1, port2 } = new MessageChannel();
let turned = (): void => {};
port1.onmessage = () => turned();

const page = {
  promises: true,
  post: (text: string) => scope.postMessage(text),
  take: () => arrived.shift() ?? "",
  wait: (milliseconds: number) =>
    new Promise<void>((done) => {
      const timer = milliseconds < 0 ? 0 : setTimeout(done, milliseconds);
      wake = () => {
        clearTimeout(timer);
        wake = () => {};
        done();
      };
    }),
  turn: () =>
    new Promise<void>((done) => {
      turned = done;
      port2.postMessage(0);
    }),
};

/** The same for browsers in which Python cannot wait for a promise: the whole worker blocks. */
function standingPage(memory: SharedArrayBuffer): object {
  const slot = new Slot(memory, () => scope.postMessage({ taken: true }));
  return {
    promises: false,
    post: page.post,
    take: () => slot.take(),
    wait: (milliseconds: number) => slot.wait(milliseconds),
    turn: () => {},
  };
}

// ---- Python

/** Answers Pyodide's fetches by data of the page: nothing is loaded. */
function bringAlong(start: Start): void {
  scope.fetch = (address: string) =>
    Promise.resolve(String(address).endsWith(".zip") ? new Response(start.library) : new Response());
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    instance: await WebAssembly.instantiate(start.module, imports),
    module: start.module,
  });
}

/** Writes the files, which follow a table of their paths and lengths, into Python's file system. */
function lay(files: Uint8Array<ArrayBuffer>, system: FileSystem, root: string): void {
  const size = new DataView(files.buffer, files.byteOffset).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(files.subarray(HEADER, HEADER + size))) as [string, number][];
  let from = HEADER + size;
  for (const [path, length] of table) {
    const whole = `${root}/${path}`;
    system.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    system.writeFile(whole, files.subarray(from, from + length));
    from += length;
  }
}

async function run(start: Start): Promise<void> {
  const python = await loadPyodide({
    indexURL: HOME,
    createPyodideModule: retromazePyodideModule,
    lockFileContents: start.lock,
    packageBaseUrl: HOME,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: (system: FileSystem, { sitePackages }: { sitePackages: string }) => lay(start.files, system, sitePackages),
  });
  const { serve } = python.pyimport("retromaze.studio.browser");
  scope.postMessage({ ready: true });
  if (start.memory) serve(start.role, start.given, standingPage(start.memory));
  else await serve.callPromising(start.role, start.given, page);
}

scope.onmessage = (event: MessageEvent) => {
  scope.onmessage = ({ data }: MessageEvent) => {
    arrived.push(data as string);
    wake();
  };
  const start = event.data as Start;
  bringAlong(start);
  run(start).then(
    () => scope.close(),
    (reason: unknown) => scope.postMessage({ dead: String(reason) }),
  );
};

export {};
