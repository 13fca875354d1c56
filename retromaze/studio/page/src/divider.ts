// A divider between two panes: dragged by pointer or finger, moved by arrow keys, reset by Enter or a double click.
import { clamp } from "./elements";

const STEP = 0.02;

export class Divider {
  private place = 0;
  private least = 0;
  private most = 0;
  private whole = 1;

  /** `onMove` receives the wanted place, in pixels of the window along the axis. */
  constructor(
    private readonly element: HTMLElement,
    private readonly axis: "x" | "y",
    onReset: () => void,
    private readonly onMove: (place: number) => void,
  ) {
    element.addEventListener("pointerdown", (event) => this.grab(event));
    element.addEventListener("dblclick", onReset);
    element.addEventListener("keydown", (event) => {
      const step = STEP * this.whole;
      const [less, more] = this.axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
      const ways: Record<string, number | undefined> = { [less]: this.place - step, [more]: this.place + step, Home: this.least, End: this.most };
      const way = ways[event.key];
      if (event.key === "Enter") onReset();
      else if (way !== undefined) this.move(way);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Sets the divider's place and range, and the `whole` length that they are part of. */
  setRange(place: number, least: number, most: number, whole: number): void {
    Object.assign(this, { place, least, most, whole });
    const part = (each: number) => String(Math.round((100 * each) / whole));
    const { element } = this;
    element.ariaValueNow = part(place);
    element.ariaValueMin = part(least);
    element.ariaValueMax = part(most);
  }

  private move(place: number): void {
    this.place = clamp(place, this.least, this.most);
    this.onMove(this.place);
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { element } = this;
    const along = (each: PointerEvent) => (this.axis === "x" ? each.clientX : each.clientY);
    const off = this.place - along(event);
    const follow = (each: PointerEvent) => this.move(along(each) + off);
    const letGo = () => element.removeEventListener("pointermove", follow);
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", follow);
    element.addEventListener("lostpointercapture", letGo, { once: true });
  }
}
