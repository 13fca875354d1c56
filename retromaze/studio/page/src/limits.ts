// Limits what comes from outside, before it is unpacked.
import { Inflate } from "fflate";

/** The most bytes of a text and of a message, as in retromaze/studio/channel.py. */
export const LONGEST = 8 << 20;

/** Packed bytes that are unpacked at once: at most a thousand times as many result. */
const PIECE = 1024;

export class TooLong extends Error {}

/** Unpacks data piece by piece. Throws TooLong beyond LONGEST bytes. */
export function inflated(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  let over = false;
  const stream = new Inflate((part, final) => {
    size += part.length;
    if (size > LONGEST) throw new TooLong();
    parts.push(part);
    over = final;
  });
  for (let from = 0; from < packed.length; from += PIECE) stream.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
  if (!over) throw new Error("this was cut off");
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The number of bytes of a text on the channel; of a short one only the number of characters. */
export function sizeOf(text: string): number {
  return text.length * 3 <= LONGEST ? text.length : new TextEncoder().encode(text).length;
}
