// What comes from outside: bounded before it is unpacked.
import { Inflate } from "fflate";

/** Bytes of a text and of a message, as retromaze/studio/channel.py has them. */
export const LONGEST = 8 << 20;

/** Of one piece of what is packed comes at most a thousand times as much. */
const PIECE = 1024;

export class TooLong extends Error {}

/** What was packed, piece by piece, until there is too much of it. */
export function inflated(packed: Uint8Array, longest = LONGEST): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  let over = false;
  const stream = new Inflate((part, final) => {
    size += part.length;
    if (size > longest) throw new TooLong();
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

/** How many bytes a text takes on the wire. */
export function sizeOf(text: string): number {
  return text.length * 3 <= LONGEST ? text.length : new TextEncoder().encode(text).length;
}
