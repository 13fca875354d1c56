// Decodes the pixels in a message.
import { unzlibSync } from "fflate";

export const WIDTHS = [400, 320] as const;
export const HEIGHT = 240;

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const quick = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (quick) return quick.call(Uint8Array, base64);
  const text = atob(base64);
  const data = new Uint8Array(text.length);
  for (let place = 0; place < data.length; place++) data[place] = text.charCodeAt(place);
  return data;
}

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return btoa(text);
}

/** Decodes 32-bit words 0xAARRGGBB, low byte first. */
export function wordsOf(data: string): Uint32Array {
  const bytes = unzlibSync(bytesOf(data));
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** Decodes pixels for a canvas: opaque, red first. */
export function pixelsOf(data: string, width: number): ImageData {
  const words = wordsOf(data);
  const pixels = new Uint32Array(words.length);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    pixels[index] = 0xff000000 | ((word & 0xff) << 16) | (word & 0xff00) | ((word >>> 16) & 0xff);
  }
  return new ImageData(new Uint8ClampedArray(pixels.buffer), width);
}
