// What an edit has changed in the picture: where the edited run stands at the moment at which the run before it
// stood, or at its end as that did, the pixels that are others are marked, and the marks fade.
import type { Machine } from "./machine";
import type { At } from "./messages";
import { context, cssColor } from "./page";
import { HEIGHT, WIDTHS } from "./pixels";

const FADE = 2500;

interface Before {
  picture: ImageData;
  at: At;
}

export class Ghost {
  private readonly canvas: HTMLCanvasElement;
  private before: Before | null = null;

  constructor(private readonly machine: Machine) {
    this.canvas = machine.overlay("ghost");
  }

  /** The text is about to change: this is the picture before it did, if the run stands. */
  remember(at: At): void {
    if (this.before || (at.state !== "paused" && at.state !== "ended")) return;
    this.before = { picture: this.picture(), at };
  }

  forget(): void {
    this.before = null;
  }

  /** The edited run stands; tells how many pixels are others than before, 0 where it stands elsewhere. */
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
    if (count) this.show();
    return count;
  }

  private show(): void {
    this.canvas.hidden = false;
    for (const each of this.canvas.getAnimations()) each.cancel();
    this.canvas.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: FADE, easing: "ease-in" }).onfinish = () => (this.canvas.hidden = true);
  }
}
