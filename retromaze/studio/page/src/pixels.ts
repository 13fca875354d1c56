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

/** Decodes 32-bit words 0xAARRGGBB, low byte first, to pixels for a canvas, red first; `alpha` 0 leaves those that are not opaque as they are. */
export function pixelsOf(data: string, width: number, alpha = 0xff000000): ImageData {
  const bytes = unzlibSync(bytesOf(data));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const pixels = new Uint32Array(words.length);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    pixels[index] = alpha | (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff);
  }
  return new ImageData(new Uint8ClampedArray(pixels.buffer), width);
}
