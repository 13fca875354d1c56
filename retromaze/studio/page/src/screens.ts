// The machine's two screens, scaled so that each of its pixels is a whole number of the display's pixels.
import type { Picture } from "./messages";
import type { Layout } from "./layout";
import { byId, context, create } from "./elements";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";

const SMALLEST = 0.6;
/** If whole pixels fill less than this part of a phone's width, uneven pixels are better. */
const FILLED = 0.9;
/** Half steps of the scale are used if they make the picture larger by this factor. */
const MUCH = 1.2;

/**
 * Returns the largest scale that fits at which each pixel is a whole number of the display's, or one and a half or
 * two and a half of them if that is much larger; never a tiny one. If not even the screen's own width fits, it is as
 * wide as the room, with uneven pixels.
 */
function scaleFor(width: number, height: number, roomAcross: number, roomDown: number): number {
  const dense = window.devicePixelRatio || 1;
  const most = Math.min(roomAcross / width, roomDown / height);
  const whole = Math.floor(most * dense) / dense;
  if (roomAcross < width) return whole < FILLED * most ? most : whole;
  const half = Math.floor(most * dense * 2) / 2 / dense;
  const scale = half >= MUCH * whole ? half : whole;
  return scale < SMALLEST ? 1 : scale;
}

/** The element for what is drawn over a screen. */
export function overlaysOf(screen: HTMLCanvasElement): Element {
  return screen.nextElementSibling as Element;
}

export class Machine {
  readonly frame = byId("screens");
  readonly upper = byId<HTMLCanvasElement>("upper");
  readonly lower = byId<HTMLCanvasElement>("lower");
  /** Whether the run has drawn on the lower screen. */
  usesLower = false;

  constructor(private readonly layout: Layout) {
    layout.onChange = () => this.fit();
    document.addEventListener("fullscreenchange", () => this.fit());
    byId("full").onclick = () => this.fullScreen();
    this.fit();
  }

  show(picture: Picture): void {
    if (picture.screen === 1) this.useLower(true, true);
    this.frame.classList.toggle("tall", picture.tall);
    const canvas = picture.screen === 1 ? this.lower : this.upper;
    context(canvas).putImageData(pixelsOf(picture.data, canvas.width), 0, picture.top);
  }

  /** Called when another run is open, of `another` program or of the same one; its first picture is a whole one. */
  begin(another: boolean): void {
    const { width, height } = this.lower;
    context(this.lower).clearRect(0, 0, width, height);
    // While a program is edited, its screens keep their places.
    this.useLower(false, !another && !this.lower.hidden);
  }

  /** Called when the run has ended: hides the lower screen if the run has not drawn on it. */
  end(): void {
    this.useLower(this.usesLower, this.usesLower);
  }

  private useLower(uses: boolean, shows: boolean): void {
    this.usesLower = uses;
    if (this.lower.hidden !== shows) return;
    this.lower.hidden = !shows;
    this.fit();
  }

  /** Adds a canvas over a screen, hidden at first. */
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
      // A smaller picture is smoothed: a pixel that is left out may be a wall.
      each.style.imageRendering = scale * devicePixelRatio < 1 ? "auto" : "";
      each.style.width = `${each.width * scale}px`;
      each.style.height = `${each.height * scale}px`;
    }
    if (!full) this.layout.place(WIDTHS[0] * scale);
  }
}
