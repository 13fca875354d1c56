// Marks what an edit has changed in the picture: when the edited run is paused at the moment at which the run before
// the edit was paused, or both have ended, the pixels that differ are marked, and the marks fade.
import type { Machine } from "./machine";
import type { At } from "./messages";
import { context, cssColor } from "./elements";
import { HEIGHT, WIDTHS } from "./pixels";

const FADE = 2500;

export class Ghost {
  private readonly canvas: HTMLCanvasElement;
  private before: { picture: ImageData; at: At } | null = null;

  constructor(private readonly machine: Machine) {
    this.canvas = machine.overlay("ghost");
  }

  /** Stores the picture before an edit, if the run is paused. */
  remember(at: At): void {
    if (this.before || (at.state !== "paused" && at.state !== "ended")) return;
    this.before = { picture: this.picture(), at };
  }

  forget(): void {
    this.before = null;
  }

  /** Marks the pixels that differ once the edited run is at the same place; returns their number, 0 if it is elsewhere. */
  look(at: At): number {
    const { before } = this;
    if (!before || at.state !== before.at.state || (at.state === "paused" && at.moment !== before.at.moment)) return 0;
    this.before = null;
    return this.mark(before.picture, this.picture());
  }

  private picture(): ImageData {
    return context(this.machine.upper).getImageData(0, 0, WIDTHS[0], HEIGHT);
  }

  private mark(old: ImageData, now: ImageData): number {
    const pen = context(this.canvas);
    pen.clearRect(0, 0, WIDTHS[0], HEIGHT);
    pen.fillStyle = cssColor("--difference");
    const [one, other] = [old, now].map((each) => new Uint32Array(each.data.buffer)) as [Uint32Array, Uint32Array];
    let count = 0;
    for (let at = 0; at < one.length; at++) {
      if (one[at] === other[at]) continue;
      pen.fillRect(at % WIDTHS[0], Math.floor(at / WIDTHS[0]), 1, 1);
      count++;
    }
    if (!count) return 0;
    this.canvas.hidden = false;
    for (const each of this.canvas.getAnimations()) each.cancel();
    this.canvas.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: FADE, easing: "ease-in" }).onfinish = () => (this.canvas.hidden = true);
    return count;
  }
}
