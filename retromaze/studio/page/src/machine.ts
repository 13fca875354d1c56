// The machine's two screens, at a scale at which each of its pixels is a whole number of the display's.
import type { Picture } from "./messages";
import { byId, context } from "./page";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";

const SMALLEST = 0.6;
/** So much of the room may stay empty on a phone before uneven pixels are better. */
const FILLED = 0.9;

/**
 * The largest scale that finds room at which each pixel is a whole number of the display's; not a tiny one.
 * Where not even the screen's own width finds room, it is as wide as the room, whatever becomes of its pixels.
 */
export function scaleFor(width: number, height: number, roomAcross: number, roomDown: number): number {
  const dense = window.devicePixelRatio || 1;
  const most = Math.min(roomAcross / width, roomDown / height);
  const whole = Math.floor(most * dense) / dense;
  if (roomAcross < width) return whole < FILLED * most ? most : whole;
  return whole < SMALLEST ? 1 : whole;
}

export class Machine {
  readonly frame = byId("screens");
  readonly upper = byId<HTMLCanvasElement>("upper");
  readonly lower = byId<HTMLCanvasElement>("lower");
  /** Whether the run has drawn on the lower screen. */
  usesLower = false;
  private readonly contexts = [context(this.upper), context(this.lower)];

  constructor() {
    addEventListener("resize", () => this.fit());
    document.addEventListener("fullscreenchange", () => this.fit());
    this.fit();
  }

  show(picture: Picture): void {
    if (picture.screen === 1) this.useLower(true, true);
    const pixels = pixelsOf(picture.data, WIDTHS[picture.screen] ?? 400);
    this.contexts[picture.screen]?.putImageData(pixels, 0, picture.top);
  }

  /** Another run begins, whose first picture of the upper screen is a whole one; of another program, or of this one. */
  begin(another: boolean): void {
    const { width, height } = this.lower;
    this.contexts[1]?.clearRect(0, 0, width, height);
    // While a program is written in, its screens keep their places.
    this.useLower(false, !another && !this.lower.hidden);
  }

  /** The run is over: what it has not drawn on is not there. */
  end(): void {
    this.useLower(this.usesLower, this.usesLower);
  }

  private useLower(uses: boolean, shows: boolean): void {
    this.usesLower = uses;
    if (this.lower.hidden !== shows) return;
    this.lower.hidden = !shows;
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
    const across = full ? innerWidth : roomAcross();
    const down = full ? innerHeight : narrow ? Infinity : innerHeight * (screens === 2 ? 0.66 : 0.56);
    const scale = scaleFor(WIDTHS[0], HEIGHT * screens, across, down);
    for (const each of [this.upper, this.lower]) {
      // Where pixels are left out, none may be left out whole: it may be a wall.
      each.style.imageRendering = scale * devicePixelRatio < 1 ? "auto" : "";
      each.style.width = `${each.width * scale}px`;
      each.style.height = `${each.height * scale}px`;
    }
    document.documentElement.style.setProperty("--screen-width", `${Math.max(400, WIDTHS[0] * scale)}px`);
  }
}

/** What there is for a screen between two texts, or between a phone's edges: in CSS pixels, one of them for each border. */
export function roomAcross(): number {
  return innerWidth < 760 ? document.documentElement.clientWidth - 2 : Math.max(WIDTHS[0], innerWidth * 0.43);
}
