// A port from elsewhere: it is shown, and run only after the reader has accepted the very text that he has seen.
import { byId, create } from "./elements";
import { setWords } from "./translation";

/** Milliseconds that a text must be visible before it can be accepted. */
const STAND = 1000;

export class Consent {
  private readonly button = byId<HTMLButtonElement>("trust-it");
  /** The hash of the text that is asked about; "" for none. */
  private hash = "";
  private timer = 0;
  private frame = 0;
  private liveSince = Infinity;

  constructor(private readonly onConsent: (hash: string) => void) {
    this.button.onclick = (event) => this.give(event);
    // A reader who comes back from elsewhere has not been looking at the text.
    for (const each of ["focus", "blur", "pageshow", "hashchange", "resize"]) addEventListener(each, () => this.startCounting());
    document.addEventListener("visibilitychange", () => this.startCounting());
  }

  /** Asks about the visible text of this hash, which was `given` or written of a given listing, and shows in what it differs from the program's own port. */
  ask(hash: string, changes: readonly string[], given: boolean): void {
    this.hash = hash;
    setWords(byId("trust-words"), !given ? "untrustedListing" : window.retromazeChannel ? "untrustedHere" : "untrusted");
    byId("changes").hidden = changes.length === 0;
    byId("changed").replaceChildren(...changes.map((each) => create("span", { className: KINDS[each[0] ?? ""] ?? "", textContent: `${each}\n` })));
    byId("trust").hidden = false;
    this.startCounting();
  }

  /** Called when there is nothing to accept. */
  rest(): void {
    byId("trust").hidden = true;
    this.wait();
  }

  /** Called when another text was requested: none can be accepted until it is there. */
  wait(): void {
    this.hash = "";
    this.startCounting();
  }

  /** Restarts the wait, from the moment at which the text is painted; it does not begin while the page is hidden or without focus. */
  private startCounting(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.button.disabled = true;
    this.liveSince = Infinity;
    if (!this.hash || document.hidden || !document.hasFocus()) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = requestAnimationFrame(() => {
        this.timer = window.setTimeout(() => {
          this.button.disabled = false;
          this.liveSince = performance.now();
        }, STAND);
      });
    });
  }

  /** Accepts the text, unless the click or key is older than the end of the wait, or made by a script. */
  private give(event: Event): void {
    const { hash } = this;
    if (!hash || !event.isTrusted || event.timeStamp < this.liveSince) return;
    this.rest();
    this.onConsent(hash);
  }
}

const KINDS: Record<string, string> = { "+": "added", "-": "removed", "@": "at" };
