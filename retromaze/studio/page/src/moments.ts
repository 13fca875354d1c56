// Pictures of other moments of the run: for an animation, for the place that the reader drags to, and under the pointer.
import { byId, clamp, context, cssColor } from "./elements";
import type { At, Glimpsed, ToPython } from "./messages";
import { pixelsOf, WIDTHS } from "./pixels";
import { number, t } from "./translation";

/** The most milliseconds to wait for a picture that was requested. */
const PATIENCE = 2000;

export class Moments {
  private awaited: { moment: number; settled: boolean; done: () => void } | null = null;

  constructor(private readonly send: (message: ToPython) => void) {}

  show(moment: number, settled: boolean): Promise<void> {
    return new Promise((done) => {
      this.awaited = { moment, settled, done };
      this.send({ type: "Go", moment, settled });
      // The answer to this request arrives after the picture.
      if (!settled) this.send({ type: "Rows", first: moment, count: 0 });
    });
  }

  /** Called when the run is paused: a settled moment is reached, or the run has ended before it. */
  setPlace(at: At): void {
    if (this.awaited?.settled && (at.moment === this.awaited.moment || at.state === "ended")) this.arrive();
  }

  /** Called when the answer after a picture has arrived. */
  answered(first: number): void {
    if (this.awaited?.moment === first) this.arrive();
  }

  /** Resolves a pending promise: its moment is shown, or will not be. */
  arrive(): void {
    const awaited = this.awaited;
    this.awaited = null;
    awaited?.done();
  }
}

// ---- requests pictures of moments, one at a time; of waiting requests only the newest is kept. A settled moment is
// requested at once.

export class SeekQueue {
  /** Whether a requested picture has not arrived. */
  private asked = false;
  private next: number | null = null;
  private timer = 0;

  constructor(private readonly send: (message: ToPython) => void) {}

  go(moment: number, settled: boolean): void {
    if (this.asked && !settled) {
      this.next = moment;
      return;
    }
    this.next = null;
    this.ask(moment, settled);
  }

  /** Called when the session has reported its place. */
  answered(): void {
    clearTimeout(this.timer);
    this.asked = false;
    const next = this.next;
    this.next = null;
    if (next !== null) this.ask(next, false);
  }

  private ask(moment: number, settled: boolean): void {
    clearTimeout(this.timer);
    // A new request does not wait for a run that is on its way to a settled moment.
    this.asked = !settled;
    this.send({ type: "Go", moment, settled });
    // A request that is never answered does not block the next one for ever.
    this.timer = window.setTimeout(() => this.answered(), PATIENCE);
  }
}

// ---- a small picture of the moment under the pointer, over the timeline

export class Glimpse {
  private readonly element = byId("glimpse");
  private readonly canvas = byId<HTMLCanvasElement>("glimpsed");
  private readonly words = byId("glimpse-words");
  private wanted: number | null = null;
  private asked: number | null = null;
  private shown: number | null = null;
  private timer = 0;

  constructor(private readonly send: (message: ToPython) => void) {}

  /** Shows the picture of a moment at `x`; a moment that is not recorded yet has none. */
  show(moment: number, isKnown: boolean, x: number, bottom: number): void {
    this.element.hidden = false;
    this.canvas.hidden = !isKnown;
    if (moment !== this.shown || !isKnown) this.words.textContent = isKnown ? number(moment) : `${number(moment)} · ${t("toCome")}`;
    const half = this.element.offsetWidth / 2;
    this.element.style.left = `${clamp(x, half + 4, innerWidth - half - 4)}px`;
    this.element.style.bottom = `${bottom}px`;
    this.wanted = isKnown ? moment : null;
    if (this.asked === null) this.ask();
  }

  hide(): void {
    this.element.hidden = true;
    this.wanted = null;
  }

  /** Forgets the picture, because another run is open. */
  clear(): void {
    this.hide();
    this.shown = null;
  }

  take(glimpsed: Glimpsed): void {
    const pen = context(this.canvas);
    const pixels = pixelsOf(glimpsed.data, WIDTHS[0]);
    this.canvas.height = pixels.height;
    pen.putImageData(pixels, 0, 0);
    frame(pen, glimpsed.changed);
    this.shown = glimpsed.moment;
    this.words.textContent = `${number(glimpsed.moment)} · ${t("line")} ${glimpsed.line}`;
    this.answered();
  }

  private answered(): void {
    clearTimeout(this.timer);
    this.asked = null;
    this.ask();
  }

  private ask(): void {
    if (this.wanted === null || this.wanted === this.shown) return;
    this.asked = this.wanted;
    this.send({ type: "Glimpse", moment: this.wanted });
    // A session on its way to another moment may answer late or never.
    this.timer = window.setTimeout(() => this.answered(), PATIENCE);
  }
}

/** Draws a frame around the pixels that the last event has changed. */
function frame(pen: CanvasRenderingContext2D, changed: readonly number[]): void {
  const [left, top, width, height] = changed;
  if (left === undefined || top === undefined || width === undefined || height === undefined) return;
  pen.strokeStyle = cssColor("--run");
  pen.lineWidth = 4;
  pen.strokeRect(left - 4, top - 4, width + 8, height + 8);
}
