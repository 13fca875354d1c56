// What comes from outside: bounded before it is unpacked or read.
import { Inflate } from "fflate";

/** Bytes of a text and of a message, as retromaze/studio/json_form.py has them; so deeply may brackets nest. */
export const LONGEST = 8 << 20;
const DEEPEST = 16;

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

/** JSON of somebody else's; brackets are counted before any is read. */
export function readJson(text: string): unknown {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted) at += letter === "\\" ? 1 : 0;
    else if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") depth--;
    if (depth > DEEPEST) throw new TooLong();
  }
  return JSON.parse(text);
}

/** How many bytes a text takes on the wire. */
export function sizeOf(text: string): number {
  return text.length * 3 <= LONGEST ? text.length : new TextEncoder().encode(text).length;
}
