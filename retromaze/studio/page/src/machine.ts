// The machine's two screens, at a scale at which each of its pixels is a whole number of the display's.
import type { Picture } from "./messages";
import { byId, context } from "./page";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";

/** So much of a screen may be out of sight on a phone before a smaller scale is better. */
const CLIPPED = 1.07;
const SMALLEST = 0.6;

/** The largest scale that finds room at which each pixel is a whole number of the display's; not a tiny one. */
export function scaleFor(width: number, height: number, roomAcross: number, roomDown: number): number {
  const dense = window.devicePixelRatio || 1;
  const scale = Math.floor(Math.min((roomAcross * CLIPPED * dense) / width, (roomDown * dense) / height)) / dense;
  return scale < SMALLEST ? 1 : scale;
}

export class Machine {
  readonly frame = byId("screens");
  readonly upper = byId<HTMLCanvasElement>("upper");
  readonly lower = byId<HTMLCanvasElement>("lower");
  private readonly contexts = [context(this.upper), context(this.lower)];

  constructor() {
    addEventListener("resize", () => this.fit());
    document.addEventListener("fullscreenchange", () => this.fit());
    this.fit();
  }

  show(picture: Picture): void {
    if (picture.screen === 1 && this.lower.hidden) {
      this.lower.hidden = false;
      this.fit();
    }
    const pixels = pixelsOf(picture.data, WIDTHS[picture.screen] ?? 400);
    this.contexts[picture.screen]?.putImageData(pixels, 0, picture.top);
  }

  /** Black screens, and no lower one until it is drawn on. */
  clear(): void {
    for (const each of this.contexts) each.clearRect(0, 0, each.canvas.width, each.canvas.height);
    this.lower.hidden = true;
    this.fit();
  }

  fullScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else this.frame.requestFullscreen?.().then(() => this.frame.focus(), () => {});
  }

  fit(): void {
    const full = document.fullscreenElement === this.frame;
    const narrow = innerWidth < 760;
    const screens = this.lower.hidden ? 1 : 2;
    const across = full || narrow ? innerWidth : innerWidth * 0.43;
    const down = full ? innerHeight : narrow ? Infinity : innerHeight * (screens === 2 ? 0.66 : 0.56);
    const scale = scaleFor(WIDTHS[0], HEIGHT * screens, across, down);
    for (const each of [this.upper, this.lower]) {
      each.style.width = `${each.width * scale}px`;
      each.style.height = `${each.height * scale}px`;
    }
    document.documentElement.style.setProperty("--screen-width", `${Math.max(400, WIDTHS[0] * scale)}px`);
  }
}
