// Messages for a worker in which Python never rests: no event is heard there, so they lie in shared memory.

const HEADER = 8;
const ROOM = 1 << 16;
/** Where in the header it stands how many bytes lie there, and whether they are the last of a message. */
const SIZE = 0;
const LAST = 1;

interface Piece {
  bytes: Uint8Array;
  last: boolean;
}

/** The page's end: what does not fit waits here. */
export class Mailbox {
  readonly memory = new SharedArrayBuffer(HEADER + ROOM);
  private readonly header = new Int32Array(this.memory, 0, HEADER / 4);
  private pieces: Piece[] = [];
  private full = false;

  put(text: string): void {
    const whole = new TextEncoder().encode(text);
    for (let from = 0; from < whole.length; from += ROOM) {
      this.pieces.push({ bytes: whole.subarray(from, from + ROOM), last: from + ROOM >= whole.length });
    }
    this.fill();
  }

  /** The worker has said that it has taken what lay there. */
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

/** The worker's end; `taken` tells the page that there is room again. */
export class Slot {
  private readonly header: Int32Array;

  constructor(
    private readonly memory: SharedArrayBuffer,
    private readonly taken: () => void,
  ) {
    this.header = new Int32Array(memory, 0, HEADER / 4);
  }

  /** The oldest message, "" if there is none. */
  take(): string {
    if (!Atomics.load(this.header, SIZE)) return "";
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      this.wait(-1);
      const last = this.header[LAST];
      // what is decoded must not be shared
      const bytes = new Uint8Array(this.memory, HEADER, Atomics.load(this.header, SIZE)).slice();
      Atomics.store(this.header, SIZE, 0);
      this.taken();
      text += decoder.decode(bytes, { stream: !last });
      if (last) return text;
    }
  }

  /** Stands still until something lies there, or so long; a negative number is for ever. */
  wait(milliseconds: number): void {
    Atomics.wait(this.header, SIZE, 0, milliseconds < 0 ? Infinity : milliseconds);
  }
}
