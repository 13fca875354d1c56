// The channel to Python in a worker. The first messages, shown before Python has started, are part of the page; a worker
// that dies is replaced.
import type { FromPython, Open, Proof, ToPython } from "./messages";
import type { Role, Channel } from "./channel";

/** The data in the page: Python's input, and its first messages. */
export interface Brought {
  given: { opens: Omit<Open, "type"> };
  first: FromPython[];
  /** The lesson, which follows them, in each language of the page. */
  lessons: Record<string, FromPython[]>;
  /** The lengths in bytes of the parts that the page fetches; none if it is one file. */
  sizes: Record<string, number>;
  /** Files next to the page with Python's first messages about other programs. */
  prepared: string[];
}

/** A worker, and how messages are sent to it; `taken` is called when it has reported that it took one. */
export interface Held {
  worker: Worker;
  send(text: string): void;
  taken(): void;
}

export interface Maker {
  /** Python's first messages about a program, if they are stored; none for most. */
  foretold(open: Open): Promise<FromPython[]>;
  make(role: Role): Promise<Held>;
  ready(role: Role): void;
  failed(reason: unknown): void;
}

const TOO_DEEP = /call stack|recursion/;

type Answer = string | { ready?: boolean; taken?: boolean; dead?: string };

export class WorkerChannel implements Channel {
  onmessage: Channel["onmessage"] = () => {};
  /** Never called: the end of a worker is reported by a message. */
  onclose: Channel["onclose"] = () => {};
  private held: Held | null = null;
  private ready = false;
  private starting = false;
  private over = false;
  private waiting: string[] = [];
  private last: string | null = null;
  private edition = 0;
  private answered = false;

  constructor(
    private readonly role: Role,
    private readonly maker: Maker,
    private welcome: FromPython | null,
  ) {
    if (role !== "session") return;
    setTimeout(() => {
      if (this.welcome) this.onmessage(this.welcome);
      if (!this.starting) void this.start();
    });
  }

  send(message: ToPython): void {
    const text = JSON.stringify(message);
    if (message.type === "Open") this.opens(message, text);
    if (this.ready) this.held?.send(text);
    else this.waiting.push(text);
    if (!this.starting) void this.start();
  }

  close(): void {
    this.over = true;
    this.held?.worker.terminate();
  }

  // ---- before Python is there

  private opens(open: Open, text: string): void {
    this.last = text;
    this.answered = false;
    // Earlier requests have not been begun and are obsolete.
    if (this.role === "proof") this.waiting = [];
    this.edition = open.edition ?? 0;
    if (this.role === "session" && !this.ready) void this.foretell(open);
  }

  private async foretell(open: Open): Promise<void> {
    for (const each of await this.maker.foretold(open)) {
      // Python may have started, or another program may have been requested meanwhile.
      if (this.ready || this.edition !== open.edition) return;
      // as Python does, which finds a pace only on request
      const pace = open.paced ? {} : { pace: null };
      this.onmessage({ ...each, ...pace, edition: open.edition } as FromPython);
    }
  }

  // ---- Python

  private async start(): Promise<void> {
    this.starting = true;
    try {
      const held = await this.maker.make(this.role);
      const { worker } = held;
      if (this.over) return worker.terminate();
      this.held = held;
      worker.onmessage = (event) => this.receive(event.data as Answer);
      worker.onerror = (event) => this.die(event.message);
    } catch (reason) {
      this.maker.failed(reason);
    }
  }

  private receive(answer: Answer): void {
    if (typeof answer === "string") this.take(JSON.parse(answer) as FromPython);
    else if (answer.ready) this.begin();
    else if (answer.taken) this.held?.taken();
    else this.die(answer.dead ?? "");
  }

  private take(message: FromPython): void {
    // The page has its own Welcome already.
    if (message.type === "Welcome") return;
    this.answered ||= message.type === "Opened";
    this.onmessage(message);
  }

  private begin(): void {
    this.ready = true;
    this.maker.ready(this.role);
    for (const each of this.waiting.splice(0)) this.held?.send(each);
  }

  /** Replaces a worker that has ended and opens the program again, unless opening it ended the worker. */
  private die(reason: string): void {
    this.held?.worker.terminate();
    // Another worker would fail to start too.
    if (!this.ready) return this.maker.failed(reason);
    this.ready = false;
    this.waiting = this.role === "session" && this.last && this.answered ? [this.last] : [];
    this.answered = false;
    const words = `${TOO_DEEP.test(reason) ? "this nests too deeply for a browser" : "Python ended"} (${reason.split("\n", 1)[0]})`;
    const { edition } = this;
    const proof: Proof = { type: "Proof", state: "none", done: 0, seeds: 0, events: 0, words, difference: null, error: "", line: 0, percent: 0, outcomes: 0, texts: "", edition };
    this.onmessage(this.role === "proof" ? proof : { type: "Failed", words, edition });
    this.starting = this.role === "session";
    if (this.starting) void this.start();
  }
}

export function sameOpen(wish: Open, prepared: Omit<Open, "type">): boolean {
  const plain = ({ program = "", name = "", listing = null, port = null, seed = null, sizes = {}, moment = 0, log = "" }: Omit<Open, "type">) =>
    JSON.stringify([program, name, listing, port, seed, sizes, moment, log]);
  return plain(wish) === plain(prepared);
}
