// The page's address: opens what its link says, whenever it changes, and stores each program that
// was open here in the tab's own history: a reload, Back and Forward find it, and no other page does.
import { linkOf, openedByLink, stepByLink } from "./link";
import { TooLong } from "./door";
import type { Open } from "./messages";
import type { Entry, Kept, Opening } from "./opening";
import { notify } from "./telling";
import { bringsToken } from "./wire";
import { t } from "./words";

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
