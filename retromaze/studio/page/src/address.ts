// The page's address: opens what its link says, whenever it changes, and stores each program that
// was open here in the tab's own history: a reload, Back and Forward find it, and no other page does.
import { deflateSync, strFromU8, strToU8 } from "fflate";
import { bringsToken } from "./channel";
import { inflated, TooLong } from "./limits";
import type { Open, SizeValue } from "./messages";
import { notify } from "./notices";
import type { Entry, Kept, Opening } from "./open_program";
import { base64Of, bytesOf } from "./pixels";
import { t } from "./translation";

/** The most characters stored with a program: two megabytes, which every browser accepts. */
const LONGEST_KEPT = 1 << 20;
/** The most characters of an address with a whole listing in it. */
const LONGEST_ADDRESS = 8000;
/** Milliseconds between two changes of the history: browsers refuse more. */
const KEEP_INTERVAL = 500;

export class Address {
  private shown = location.hash;
  /** What the last copied link opens. */
  private copied: Open | null = null;
  private timer = 0;
  /** Whether the open program is stored completely; it is not if it is too long. */
  private isKept = false;

  /** `onStep` receives the step of the lesson that a link leads to, and whether the run goes there, as the link has no moment. */
  constructor(
    private readonly opening: Opening,
    private readonly onStep: (step: number, moves: boolean) => void,
  ) {
    addEventListener("popstate", ({ state }) => this.return(keptIn(state)));
    addEventListener("hashchange", () => this.follow());
    addEventListener("pagehide", () => this.keep());
    addEventListener("beforeunload", (event) => {
      this.keep();
      if (this.loses || this.opening.aside) event.preventDefault();
    });
  }

  /** The program that was open before the page was reloaded; null for a new page. */
  get kept(): Kept | null {
    return keptIn(history.state);
  }

  /** What the address opens; null, with a notice, if it is damaged. */
  get linked(): Open | null {
    try {
      return openedByLink(location.hash);
    } catch (reason) {
      // later, because opening something else removes bad news
      queueMicrotask(() => notify(t(reason instanceof TooLong ? "longLink" : "badLink"), true));
      return null;
    }
  }

  /** Requests the step that the address leads to, before its program is opened. */
  requestStep(linked: Open | null): void {
    this.onStep(stepByLink(location.hash), !linked?.moment);
  }

  copy(moment: number, step: number): string {
    this.copied = { ...this.opening.shared };
    return linkOf(this.copied, moment, step);
  }

  /** Called when a program is open: gives another program an address of its own. */
  arrive(entry: Entry): void {
    if (entry === "behind") this.change(() => history.pushState(null, "", this.own));
    if (entry === "instead") this.change(() => history.replaceState(null, "", this.own));
    this.shown = location.hash;
    this.keep();
  }

  /** Stores the open program and its run's moment a little later. */
  keepSoon(): void {
    this.isKept = false;
    this.timer ||= window.setTimeout(() => this.keep(), KEEP_INTERVAL);
  }

  private keep(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const { kept } = this.opening;
    // The page may show another entry of the history by now.
    if (!kept || location.hash !== this.shown) return;
    const fits = JSON.stringify(kept).length <= LONGEST_KEPT;
    this.isKept = this.change(() => history.replaceState(fits ? { retromaze: kept } : null, "")) && fits;
  }

  /** Changes the history; returns false if the browser refuses because that was done too often. */
  private change(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }

  /** The address of what is open: a program's name, or the reader's own listing itself, if it is short. */
  private get own(): string {
    const { program, name, base } = this.opening.identity;
    if (!program && !name) return location.pathname + location.search;
    const whole = linkOf({ type: "Open", program, name, listing: program ? null : base || null }, 0, 0);
    return whole.length <= LONGEST_ADDRESS ? whole.slice(whole.indexOf("#")) : `#${new URLSearchParams({ name })}`;
  }

  /** Called by Back and Forward: opens the program of that entry again. */
  private return(kept: Kept | null): void {
    if (!kept || this.opening.gone) return;
    if (!this.isKept) this.leave();
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown = location.hash;
    this.opening.resume(kept);
  }

  /** Called when the address has another link, pasted or from the history. */
  private follow(): void {
    if (bringsToken() || this.opening.gone) return location.reload();
    // Back and Forward to a stored program have an event of their own.
    if (this.kept) return;
    this.leave();
    this.shown = location.hash;
    const { linked } = this;
    this.requestStep(linked);
    this.opening.follow(linked);
  }

  /** Puts edits aside that are in no link, before something else is opened. */
  leave(): void {
    if (this.loses) this.opening.putAside();
  }

  /** Whether a text would be lost, as it is in no link. */
  get loses(): boolean {
    return this.opening.loses([saved(this.shown), this.copied]);
  }
}

/** The program that this page has stored in an entry of the history, null for none. */
function keptIn(state: unknown): Kept | null {
  return (state as { retromaze?: Kept } | null)?.retromaze ?? null;
}

function saved(hash: string): Open | null {
  try {
    return openedByLink(hash);
  } catch {
    return null;
  }
}

// ---- the page's state as the address's fragment: program or edited texts, seed, sizes, moment, step of the lesson

function packedText(text: string): string {
  return base64Of(deflateSync(strToU8(text), { level: 9 })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unpackedText(packed: string): string {
  return strFromU8(inflated(bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/"))));
}

function packedSizes(sizes: Record<string, SizeValue>): string {
  return Object.entries(sizes).map(([name, value]) => `${encodeURIComponent(name)}:${typeof value}:${encodeURIComponent(value)}`).join(",");
}

function unpackedSizes(packed: string): Record<string, SizeValue> {
  const entries = packed.split(",").map((each) => each.split(":").map(decodeURIComponent));
  return Object.fromEntries(entries.filter((each) => each.length === 3).map(([name, kind, value]) => [name, kind === "number" ? numberIn(value) : value]));
}

function numberIn(text: string): number {
  if (!text || !Number.isFinite(Number(text))) throw new RangeError(`'${text}' is no number`);
  return Number(text);
}

/** Returns a link to what is open; `step` is that of the lesson, 0 for none. */
function linkOf(open: Open, moment: number, step: number): string {
  const state = new URLSearchParams();
  if (open.program) state.set("program", open.program);
  else if (open.name) state.set("name", open.name);
  if (typeof open.seed === "number") state.set("seed", String(open.seed));
  if (open.sizes && Object.keys(open.sizes).length) state.set("sizes", packedSizes(open.sizes));
  if (open.log) state.set("log", packedText(open.log));
  if (moment > 0) state.set("moment", String(moment));
  if (step > 0) state.set("step", String(step));
  if (typeof open.listing === "string") state.set("listing", packedText(open.listing));
  if (typeof open.port === "string") state.set("port", packedText(open.port));
  return `${location.origin === "null" ? "file://" : location.origin}${location.pathname}#${state}`;
}

const RUN = ["listing", "port", "seed", "sizes", "moment", "step"];

/**
 * What a link opens, without any consent; null for no link. Throws TooLong and others for a damaged one. A link that
 * names only a program opens it at the pace at which it is best seen.
 */
function openedByLink(fragment: string): Open | null {
  const state = new URLSearchParams(fragment.replace(/^#/, ""));
  const paced = !RUN.some((each) => state.has(each));
  if (paced && !state.get("program")) return null;
  const text = (name: string) => (state.has(name) ? unpackedText(state.get(name) ?? "") : null);
  const whole = (name: string) => (/^\d{1,10}$/.test(state.get(name) ?? "") ? Number(state.get(name)) : null);
  return {
    type: "Open",
    program: state.get("program") ?? "",
    name: state.get("name") ?? "",
    listing: text("listing"),
    port: text("port"),
    seed: whole("seed"),
    sizes: unpackedSizes(state.get("sizes") ?? ""),
    moment: whole("moment") ?? 0,
    log: text("log") ?? "",
    paced,
  };
}

/** The step of the lesson that a link leads to, 0 for none. */
function stepByLink(fragment: string): number {
  return Math.max(0, Math.floor(Number(new URLSearchParams(fragment.replace(/^#/, "")).get("step"))) || 0);
}
