// Messages for a worker that blocks while Python waits: it receives no events, so they are put into shared memory.

const HEADER = 8;
const ROOM = 1 << 16;
/** The places in the header of the number of bytes, and of whether they are the last of a message. */
const SIZE = 0;
const LAST = 1;

/** The page's end: writes messages into the memory, piece by piece as there is room. */
export class Mailbox {
  readonly memory = new SharedArrayBuffer(HEADER + ROOM);
  private readonly header = new Int32Array(this.memory, 0, HEADER / 4);
  private pieces: { bytes: Uint8Array; last: boolean }[] = [];
  private full = false;

  put(text: string): void {
    const whole = new TextEncoder().encode(text);
    for (let from = 0; from < whole.length; from += ROOM) {
      this.pieces.push({ bytes: whole.subarray(from, from + ROOM), last: from + ROOM >= whole.length });
    }
    this.fill();
  }

  /** Called when the worker has reported that it has taken the piece. */
  emptied(): void {
    this.full = false;
    this.fill();
  }

  private fill(): void {
    const next = this.full ? undefined : this.pieces.shift();
    if (!next) return;
    this.full = true;
    new Uint8Array(this.memory, HEADER).set(next.bytes);
    this.header[LAST] = Number(next.last);
    Atomics.store(this.header, SIZE, next.bytes.length);
    Atomics.notify(this.header, SIZE);
  }
}

/** The worker's end: reads messages; `taken` reports to the page that there is room again. */
export class Slot {
  private readonly header: Int32Array;

  constructor(
    private readonly memory: SharedArrayBuffer,
    private readonly taken: () => void,
  ) {
    this.header = new Int32Array(memory, 0, HEADER / 4);
  }

  /** Returns the oldest message, "" if there is none; waits for the rest of one that has begun. */
  take(): string {
    if (!Atomics.load(this.header, SIZE)) return "";
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      this.wait(-1);
      const last = this.header[LAST];
      // a copy, because the decoder does not accept shared memory
      const bytes = new Uint8Array(this.memory, HEADER, Atomics.load(this.header, SIZE)).slice();
      Atomics.store(this.header, SIZE, 0);
      this.taken();
      text += decoder.decode(bytes, { stream: !last });
      if (last) return text;
    }
  }

  /** Blocks until a piece is there, or for that time; a negative number is for ever. */
  wait(milliseconds: number): void {
    Atomics.wait(this.header, SIZE, 0, milliseconds < 0 ? Infinity : milliseconds);
  }
}
