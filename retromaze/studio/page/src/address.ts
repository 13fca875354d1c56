// The page's address: what its link opens, whenever it changes, and what the browser keeps of each program that
// was open here. That lies in the tab's own history: a reload, Back and Forward find it, and no other page does.
import { linkOf, openedByLink, stepByLink } from "./link";
import { TooLong } from "./door";
import type { Open } from "./messages";
import type { Entry, Kept, Opening } from "./opening";
import { notify } from "./telling";
import { bringsToken } from "./wire";
import { t } from "./words";

/** Characters that are kept with a program: two megabytes, which every browser takes. */
const LONGEST_KEPT = 1 << 20;
/** Characters of an address that has a whole listing in it. */
const LONGEST_ADDRESS = 8000;
/** Milliseconds between two times at which something is kept: browsers refuse to do so more often. */
const KEEP_INTERVAL = 500;

export class Address {
  private shown = location.hash;
  /** What the last link said that was taken away. */
  private copied: Open | null = null;
  private timer = 0;
  /** Whether all that is open is kept; what is too long is not. */
  private isKept = false;

  /** `onStep` hears the step of the lesson that a link leads to, and whether it leads to no other moment. */
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

  /** What was open here before the page was loaded again; null where it is new. */
  get kept(): Kept | null {
    return keptIn(history.state);
  }

  /** What the address asks for; a damaged one is told of. */
  get linked(): Open | null {
    try {
      return openedByLink(location.hash);
    } catch (reason) {
      // after what is opened in its place, which takes bad news away
      queueMicrotask(() => notify(t(reason instanceof TooLong ? "longLink" : "badLink"), true));
      return null;
    }
  }

  /** Tells the step that the address leads to, before what it opens is opened. */
  requestStep(linked: Open | null): void {
    this.onStep(stepByLink(location.hash), !linked?.moment);
  }

  copy(moment: number, step: number): string {
    this.copied = { ...this.opening.shared };
    return linkOf(this.copied, moment, step);
  }

  /** Something is open: the address is its own, if it is another program than the one before. */
  arrive(entry: Entry): void {
    if (entry === "behind") this.change(() => history.pushState(null, "", this.own));
    if (entry === "instead") this.change(() => history.replaceState(null, "", this.own));
    this.shown = location.hash;
    this.keep();
  }

  /** What is open, and where its run stands, is kept in a moment. */
  keepSoon(): void {
    this.isKept = false;
    this.timer ||= window.setTimeout(() => this.keep(), KEEP_INTERVAL);
  }

  private keep(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const { kept } = this.opening;
    // What is shown may be another entry of the history by now.
    if (!kept || location.hash !== this.shown) return;
    const fits = JSON.stringify(kept).length <= LONGEST_KEPT;
    this.isKept = this.change(() => history.replaceState(fits ? { retromaze: kept } : null, "")) && fits;
  }

  /** A browser that refuses, for it was asked too often, leaves the address as it is. */
  private change(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }

  /** A program has its name for an address, and a listing that was brought itself, if it is short. */
  private get own(): string {
    const { program, name, base } = this.opening.identity;
    if (!program && !name) return location.pathname + location.search;
    const whole = linkOf({ type: "Open", program, name, listing: program ? null : base || null }, 0, 0);
    return whole.length <= LONGEST_ADDRESS ? whole.slice(whole.indexOf("#")) : `#${new URLSearchParams({ name })}`;
  }

  /** Back or Forward has come to a program that was open here. */
  private return(kept: Kept | null): void {
    if (!kept || this.opening.gone) return;
    if (!this.isKept) this.leave();
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown = location.hash;
    this.opening.resume(kept);
  }

  /** A link was pasted, or gone back to. */
  private follow(): void {
    if (bringsToken() || this.opening.gone) return location.reload();
    // Back and Forward have been told by their own event.
    if (this.kept) return;
    this.leave();
    this.shown = location.hash;
    const { linked } = this;
    this.requestStep(linked);
    this.opening.follow(linked);
  }

  /** What is in no link is put aside before something else comes in its place. */
  leave(): void {
    if (this.loses) this.opening.putAside();
  }

  /** Whether there is a text that is in no link. */
  get loses(): boolean {
    return this.opening.loses([saved(this.shown), this.copied]);
  }
}

/** What this page has laid down in its history, and nothing else. */
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
