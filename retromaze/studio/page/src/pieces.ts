// The large parts of an exported page: in the page itself, or files next to it.
import { bytesOf } from "./pixels";

const GZIP = 0x1f8b;

/** Resolves when the page has been parsed, so that elements after this script exist. */
const read = new Promise<void>((done) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => done(), { once: true });
  else done();
});

/** Whether all parts are in the page itself. */
export async function isOneFile(): Promise<boolean> {
  await read;
  return document.getElementById("licenses") !== null;
}

/** Returns a part; `loaded` is called with the number of bytes of each chunk from the network. */
export async function piece(name: string, loaded: (count: number) => void = () => {}): Promise<Response> {
  await read;
  const element = document.getElementById(`piece-${name}`);
  if (!element) return opened(await fetched(name, loaded));
  const text = element.textContent ?? "";
  element.remove();
  return opened(bytesOf(text.trim()));
}

export async function bytes(name: string, loaded?: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
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
