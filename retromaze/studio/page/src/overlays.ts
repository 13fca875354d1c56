// Overlays of the picture: the pixels that an edit has changed, and the order in which the picture was drawn.
import { byId, context, cssColor } from "./elements";
import type { At, OrderTraced, ToPython } from "./messages";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";
import type { Machine } from "./screens";

const FADE = 2500;

/**
 * Marks what an edit has changed in the picture: when the edited run is paused at the moment at which the run before
 * the edit was paused, or both have ended, the pixels that differ are marked, and the marks fade.
 */
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

// ---- the order in which the picture was drawn, as colors over it, from blue (first) to yellow (last)

const BLACK = 0xff000000;

export class Trace {
  private readonly button = byId("trace");
  private readonly canvases: HTMLCanvasElement[];
  private at: At | null = null;
  /** The moment of the colors that have arrived; -1 for none. */
  private known = -1;

  constructor(
    machine: Machine,
    private readonly send: (message: ToPython) => void,
  ) {
    this.canvases = [machine.upper, machine.lower].map((screen) => machine.overlay("trace", screen));
    this.button.onclick = () => {
      this.button.ariaPressed = String(this.button.ariaPressed !== "true");
      this.update();
    };
  }

  clear(): void {
    this.known = -1;
    this.at = null;
    this.update();
  }

  setPlace(at: At): void {
    this.at = at;
    this.update();
  }

  /** Shows the colors of the present moment or requests them, while the run is paused; called again after other answers, which cancel a request. */
  update(): void {
    const { at, known } = this;
    const wanted = this.button.ariaPressed === "true" && at && at.state !== "running" && at.state !== "going";
    for (const each of this.canvases) each.hidden = !wanted || known !== at.moment;
    if (wanted && known !== at.moment) this.send({ type: "TraceOrder", moment: at.moment });
  }

  show({ moment, data, tall }: OrderTraced): void {
    if (moment !== this.at?.moment) return;
    this.known = moment;
    const image = pixelsOf(data, WIDTHS[Number(tall)] as number);
    const words = new Uint32Array(image.data.buffer);
    words.forEach((each, index) => each === BLACK && (words[index] = 0));
    // The upper half of the tall screen is centered; the lower half is the lower screen.
    this.canvases.forEach((canvas, screen) => {
      canvas.width = canvas.width;
      context(canvas).putImageData(image, (canvas.width - image.width) / 2, -screen * HEIGHT);
    });
    this.update();
  }
}
