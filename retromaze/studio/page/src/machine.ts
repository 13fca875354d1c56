// The machine's two screens, at a scale at which each of its pixels is a whole number of the display's.
import type { Picture } from "./messages";
import type { Layout } from "./layout";
import { byId, context, create } from "./page";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";

const SMALLEST = 0.6;
/** So much of the room may stay empty on a phone before uneven pixels are better. */
const FILLED = 0.9;
/** Pixels of one and of two of the display's by turns are taken where they make the picture so much larger. */
const MUCH = 1.2;

/**
 * The largest scale that finds room at which each pixel is a whole number of the display's, or one and a half or two
 * and a half of them where that makes much of a difference; not a tiny one. Where not even the screen's own width
 * finds room, it is as wide as the room, whatever becomes of its pixels.
 */
export function scaleFor(width: number, height: number, roomAcross: number, roomDown: number): number {
  const dense = window.devicePixelRatio || 1;
  const most = Math.min(roomAcross / width, roomDown / height);
  const whole = Math.floor(most * dense) / dense;
  if (roomAcross < width) return whole < FILLED * most ? most : whole;
  const half = Math.floor(most * dense * 2) / 2 / dense;
  const scale = half >= MUCH * whole ? half : whole;
  return scale < SMALLEST ? 1 : scale;
}

/** What lies over a screen stands there. */
export function overlaysOf(screen: HTMLCanvasElement): Element {
  return screen.nextElementSibling as Element;
}

export class Machine {
  readonly frame = byId("screens");
  readonly upper = byId<HTMLCanvasElement>("upper");
  readonly lower = byId<HTMLCanvasElement>("lower");
  /** Whether the run has drawn on the lower screen. */
  usesLower = false;
  private readonly contexts = [context(this.upper), context(this.lower)];

  constructor(private readonly layout: Layout) {
    layout.onChange = () => this.fit();
    document.addEventListener("fullscreenchange", () => this.fit());
    this.fit();
  }

  show(picture: Picture): void {
    if (picture.screen === 1) this.useLower(true, true);
    this.frame.classList.toggle("tall", picture.tall);
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

  /** A canvas over a screen, hidden at first. */
  overlay(className: string, screen = this.upper): HTMLCanvasElement {
    const canvas = create("canvas", { width: screen.width, height: HEIGHT, className, hidden: true, ariaHidden: "true" });
    overlaysOf(screen).append(canvas);
    return canvas;
  }

  fullScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else this.frame.requestFullscreen?.().then(() => this.frame.focus(), () => {});
  }

  fit(): void {
    const full = document.fullscreenElement === this.frame;
    const screens = this.lower.hidden ? 1 : 2;
    const across = full ? innerWidth : this.layout.across;
    const down = full ? innerHeight : this.layout.down(screens);
    const scale = scaleFor(WIDTHS[0], HEIGHT * screens, across, down);
    for (const each of [this.upper, this.lower]) {
      // Where pixels are left out, none may be left out whole: it may be a wall.
      each.style.imageRendering = scale * devicePixelRatio < 1 ? "auto" : "";
      each.style.width = `${each.width * scale}px`;
      each.style.height = `${each.height * scale}px`;
    }
    if (!full) this.layout.place(WIDTHS[0] * scale);
  }
}
