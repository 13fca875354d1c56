// The list of the run's events; only visible rows are made, and requested when they are first visible.
import { byId, clamp, create, oncePerFrame, place, Reused, write } from "./elements";
import type { EventRow, Events } from "./messages";
import type { Glimpse } from "./moments";
import { number } from "./translation";

const ROW = 22;
/** The tallest element that browsers support; in a longer list the scroll bar moves in larger steps. */
const TALLEST = 8_000_000;
const PAGE = 100;
const ASK_INTERVAL = 100;

export class EventsView {
  private readonly scroll = byId("events");
  private readonly rows = byId("rows");
  private known = new Map<number, EventRow>();
  private length = 0;
  private moment = 0;
  private following = true;
  private askedAt = 0;
  private timer = 0;
  private readonly elements = new Reused<HTMLElement>();
  /** The event to which a key goes, once it is known; -1 for none. */
  private wanted = -1;
  difference = -1;
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly ask: (first: number, count: number) => void,
    private readonly onEvent: (row: EventRow) => void,
    glimpse: Glimpse,
  ) {
    this.rows.addEventListener("pointermove", (event) => {
      const row = rowOf(event);
      if (row && event.pointerType === "mouse") glimpse.show(Number(row.dataset.event) + 1, true, event.clientX, innerHeight - row.getBoundingClientRect().top + 6);
    });
    this.rows.addEventListener("pointerleave", () => glimpse.hide());
    this.scroll.addEventListener("scroll", this.repaint, { passive: true });
    for (const event of ["wheel", "touchmove", "pointerdown"]) this.scroll.addEventListener(event, () => (this.following = false), { passive: true });
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    this.rows.addEventListener("click", (event) => {
      const row = this.known.get(Number(rowOf(event)?.dataset.event));
      if (row) this.onEvent(row);
    });
  }

  clear(): void {
    this.known.clear();
    this.length = this.moment = 0;
    this.difference = -1;
    this.following = true;
    this.wanted = -1;
    this.repaint();
  }

  follow(): void {
    this.following = true;
    this.repaint();
  }

  setPlace(moment: number, length: number): void {
    if (moment === this.moment && length === this.length) return;
    this.moment = moment;
    this.length = length;
    if (this.visible) this.repaint();
  }

  fill(events: Events): void {
    for (const each of events.rows) this.known.set(each.event, each);
    this.length = Math.max(this.length, events.length);
    if (this.known.has(this.wanted)) this.go();
    this.repaint();
  }

  private get visible(): boolean {
    return this.scroll.clientHeight > 0;
  }

  private paint(): void {
    if (!this.visible) return;
    const height = Math.min(TALLEST, this.length * ROW);
    this.rows.style.height = `${height}px`;
    const view = this.scroll.clientHeight;
    const fit = Math.ceil(view / ROW);
    if (this.following) this.scroll.scrollTop = this.topOf(Math.max(0, this.newest() - Math.ceil(fit * 0.7)), height, view);
    const top = this.scroll.scrollTop;
    const first = this.firstAt(top, height, view);
    const wanted = Array.from({ length: Math.max(0, Math.min(fit + 1, this.length - first)) }, (_, index) => first + index);
    const shift = height < this.length * ROW ? top : first * ROW;
    this.elements.begin();
    place(this.rows, wanted.map((event, index) => this.row(event, shift + index * ROW)));
    if (wanted.includes(this.moment - 1)) this.scroll.setAttribute("aria-activedescendant", nameOf(this.moment - 1));
    else this.scroll.removeAttribute("aria-activedescendant");
    this.request(wanted);
  }

  /** The last event whose row has arrived: while the run goes on the list follows that one. */
  private newest(): number {
    let event = this.moment - 1;
    while (event > this.moment - PAGE && event >= 0 && !this.known.has(event)) event--;
    return this.known.has(event) ? event + 1 : this.moment;
  }

  private firstAt(top: number, height: number, view: number): number {
    if (height === this.length * ROW) return Math.floor(top / ROW);
    return Math.floor((top / Math.max(1, height - view)) * (this.length - Math.floor(view / ROW)));
  }

  private topOf(first: number, height: number, view: number): number {
    if (height === this.length * ROW) return first * ROW;
    return (first / (this.length - Math.floor(view / ROW))) * (height - view);
  }

  private row(event: number, top: number): HTMLElement {
    const row = this.known.get(event);
    const element = this.elements.get(String(event), () => emptyRow(event));
    const texts = [number(event + 1), row ? number(row.frame) : "", row ? String(row.line) : "", row?.words ?? "…"];
    texts.forEach((each, index) => write(element.children[index] as Element, each));
    (element.lastElementChild as HTMLElement).title = row?.words ?? "";
    element.style.top = `${top}px`;
    element.ariaSelected = String(event === this.moment - 1);
    element.ariaSetSize = String(this.length);
    element.classList.toggle("different", event === this.difference);
    return element;
  }

  /** Requests visible rows that are not known, not too often while the run goes on. */
  private request(wanted: number[]): void {
    if (this.following && this.moment > 0 && this.moment <= this.length) wanted.push(this.moment - 1);
    const missing = wanted.filter((each) => !this.known.has(each));
    if (!missing.length) return;
    const now = performance.now();
    if (now - this.askedAt < ASK_INTERVAL) {
      this.timer ||= window.setTimeout(() => {
        this.timer = 0;
        this.repaint();
      }, ASK_INTERVAL);
      return;
    }
    this.askedAt = now;
    this.ask(Math.max(0, Math.min(...missing) - PAGE / 4), PAGE);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / ROW) - 1);
    const now = this.moment - 1;
    const moves: Record<string, number> = { ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - page, PageDown: now + page, Home: 0, End: this.length - 1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.following = true;
    this.wanted = clamp(wanted, 0, this.length - 1);
    this.go();
  }

  /** Goes to the event that a key has chosen, or requests its row. */
  private go(): void {
    const row = this.known.get(this.wanted);
    if (!row) return this.ask(Math.max(0, this.wanted - PAGE / 2), PAGE);
    this.wanted = -1;
    this.onEvent(row);
  }
}

function rowOf(event: Event): HTMLElement | null {
  return (event.target as HTMLElement).closest<HTMLElement>(".event");
}

function nameOf(event: number): string {
  return `event-${event}`;
}

function emptyRow(event: number): HTMLElement {
  const element = create("div", { className: "event", role: "option", id: nameOf(event) }, create("span"), create("span"), create("span"), create("b"));
  element.dataset.event = String(event);
  element.ariaPosInSet = String(event + 1);
  return element;
}
