// A small picture of the moment under the pointer, over the timeline; one is requested at a time.
import type { Glimpsed, ToPython } from "./messages";
import { byId, clamp, context, cssColor } from "./elements";
import { pixelsOf, WIDTHS } from "./pixels";
import { number, t } from "./words";

const PATIENCE = 2000;

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
