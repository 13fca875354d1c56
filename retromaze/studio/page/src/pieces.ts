// The parts of an exported page that are too long to be read as text: in the page itself, or files beside it.
import { bytesOf } from "./pixels";

const GZIP = 0x1f8b;

/** The page is read to its end: what stands behind this script is there too. */
const read = new Promise<void>((done) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => done(), { once: true });
  else done();
});

/** Whether all parts are in the page itself. */
export async function isOneFile(): Promise<boolean> {
  await read;
  return document.getElementById("licenses") !== null;
}

/** A part; `loaded` is told of each number of bytes that has come over the network. */
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

/** A server may have unpacked it on its own. */
function opened(data: Uint8Array<ArrayBuffer>): Response {
  const packed = new DataView(data.buffer).getUint16(0) === GZIP;
  const stream = new Blob([data]).stream();
  return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
}
