// The order in which the picture was drawn, as colors over it, from blue (first) to yellow (last).
import type { Machine } from "./machine";
import type { At, OrderTraced, ToPython } from "./messages";
import { byId, context } from "./elements";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";

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
