// A port that came with a link: it is shown, and run only when the reader says so of the very text that he has seen.
import { byId, create } from "./page";
import { t, type WordName } from "./words";

/** So many milliseconds a text has stood before it can be consented to. */
const STAND = 1000;

export class Consent {
  private readonly button = byId<HTMLButtonElement>("trust-it");
  /** What is asked for: the text's hash; "" for nothing. */
  private hash = "";
  private timer = 0;
  private frame = 0;
  private liveSince = Infinity;

  constructor(private readonly onConsent: (hash: string) => void) {
    this.button.onclick = (event) => this.give(event);
    // Whoever comes from elsewhere has not looked at this page before.
    for (const each of ["focus", "blur", "pageshow", "hashchange", "resize"]) addEventListener(each, () => this.startCounting());
    document.addEventListener("visibilitychange", () => this.startCounting());
  }

  /** The text of this hash is seen now, and of it what it has in place of the program's own port. */
  ask(hash: string, changes: readonly string[]): void {
    this.hash = hash;
    const words = byId("trust-words");
    words.dataset.words = window.retromazeWire ? "untrustedHere" : "untrusted";
    words.textContent = t(words.dataset.words as WordName);
    byId("changes").hidden = changes.length === 0;
    byId("changed").replaceChildren(...changes.map((each) => create("span", { className: KINDS[each[0] ?? ""] ?? "", textContent: `${each}\n` })));
    byId("trust").hidden = false;
    this.startCounting();
  }

  /** There is nothing to consent to. */
  rest(): void {
    byId("trust").hidden = true;
    this.wait();
  }

  /** Another text is on its way: to none can be consented until it is there. */
  wait(): void {
    this.hash = "";
    this.startCounting();
  }

  /** Begins to count anew, from the moment at which the text is painted; nothing counts while nobody sees it. */
  private startCounting(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.button.disabled = true;
    this.liveSince = Infinity;
    if (!this.hash || document.hidden || !document.hasFocus()) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = requestAnimationFrame(() => (this.timer = window.setTimeout(() => this.live(), STAND)));
    });
  }

  private live(): void {
    this.button.disabled = false;
    this.liveSince = performance.now();
  }

  /** A click or key from before the text had stood may come late. */
  private give(event: Event): void {
    const { hash } = this;
    if (!hash || !event.isTrusted || event.timeStamp < this.liveSince) return;
    this.rest();
    this.onConsent(hash);
  }
}

const KINDS: Record<string, string> = { "+": "added", "-": "removed", "@": "at" };
