// Arrays: of two dimensions a grid as the program sees it, the elements that the running statement names marked.
import type { ArrayInView } from "./messages";
import { byId, context, made, painter, tint } from "./page";
import { t } from "./words";

type Element = number | string;

const MOST_CLASSES = 12;
const STRIP = 400;

export class ArraysView {
  private readonly pane = byId("pane-arrays");
  private readonly views = new Map<string, ArrayView>();
  private watched = new Set<string>();
  private chosen = false;
  private arrays: ArrayInView[] = [];
  private told = "";
  readonly repaint = painter(() => this.paint());

  constructor(
    private readonly onWatch: (names: string[]) => void,
    private readonly portName: (name: string) => string,
  ) {}

  clear(): void {
    this.views.clear();
    this.arrays = [];
    this.pane.replaceChildren(made("p", { textContent: t("noArrays") }));
    this.watched.clear();
    this.chosen = false;
    this.tell();
  }

  /** Whole arrays are asked for only while they are seen: they are large. */
  tell(): void {
    const names = this.pane.offsetParent ? [...this.watched] : [];
    if (names.join() === this.told) return;
    this.told = names.join();
    this.onWatch(names);
  }

  show(arrays: ArrayInView[]): void {
    if (arrays.length && !this.chosen) this.choose(arrays);
    this.arrays = arrays;
    this.repaint();
  }

  private paint(): void {
    if (!this.pane.offsetParent) return;
    const { arrays } = this;
    const names = arrays.map((each) => each.name);
    if (names.join() !== [...this.views.keys()].join()) this.lay(names);
    for (const each of arrays) this.views.get(each.name)?.show(each, this.portName(each.name), this.watched.has(each.name), this.pane.clientWidth - 16);
  }

  /** At the start the first array that is a grid is in view, whole. */
  private choose(arrays: ArrayInView[]): void {
    const grid = arrays.find((each) => each.shape.length === 2 && Math.min(...each.shape) > 2);
    if (!grid) return;
    this.chosen = true;
    this.watched.add(grid.name);
    this.tell();
  }

  private lay(names: string[]): void {
    const before = new Map(this.views);
    this.views.clear();
    for (const name of names) this.views.set(name, before.get(name) ?? new ArrayView(name, (whole) => this.watch(name, whole)));
    const views = [...this.views.values()].map((each) => each.element);
    this.pane.replaceChildren(...(views.length ? views : [made("p", { textContent: t("noArrays") })]));
  }

  private watch(name: string, whole: boolean): void {
    this.chosen = true;
    if (whole) this.watched.add(name);
    else this.watched.delete(name);
    this.tell();
  }
}

class ArrayView {
  private readonly heading = made("span");
  private readonly box = made("input", { type: "checkbox" });
  private readonly canvas = made("canvas", { role: "img" });
  private readonly strip = made("p", { className: "strip" });
  private readonly key = made("p", { className: "key" });
  readonly element: HTMLElement;
  private drawn = "";

  constructor(name: string, onWhole: (whole: boolean) => void) {
    this.box.onchange = () => onWhole(this.box.checked);
    this.canvas.ariaLabel = name;
    const heading = made("h3", {}, this.heading, made("label", {}, this.box, t("wholeArray")));
    this.element = made("section", {}, heading, this.canvas, this.key, this.strip);
  }

  show(array: ArrayInView, port: string, whole: boolean, room: number): void {
    this.heading.textContent = `${array.name}[${array.shape.join(", ")}]${port && ` · ${port}`}`;
    this.box.checked = whole;
    const total = array.shape.reduce((product, each) => product * each, 1);
    const grid = array.shape.length === 2 && total > 0 && array.values.length === total;
    this.canvas.hidden = this.key.hidden = !grid;
    this.strip.hidden = grid;
    if (grid) this.drawGrid(array, room);
    else this.writeStrip(array, total);
  }

  private writeStrip(array: ArrayInView, total: number): void {
    const touched = new Set(array.touched);
    const values = array.values.slice(0, STRIP);
    const parts = values.flatMap((each, index) => [touched.has(index) ? made("b", { textContent: written(each) }) : written(each), " "]);
    this.strip.replaceChildren(...parts, total > values.length ? "…" : "");
  }

  /** The first subscript goes across, as in [X,Y]. */
  private drawGrid(array: ArrayInView, room: number): void {
    const [across, down] = array.shape as [number, number];
    const scale = Math.max(1, Math.min(12, Math.floor(room / across)));
    this.canvas.width = across * scale;
    this.canvas.height = down * scale;
    const classes = classesOf(array.values);
    const pen = context(this.canvas);
    pen.putImageData(gridOf(array, across, down, scale, classes), 0, 0);
    for (const each of array.touched) markCell(pen, Math.floor(each / down), each % down, scale);
    this.writeKey(classes);
  }

  private writeKey(classes: Element[]): void {
    const words = classes.length <= MOST_CLASSES ? classes : [];
    if (words.join() === this.drawn) return;
    this.drawn = words.join();
    this.key.replaceChildren(...words.map((each, index) => keyEntry(each, shade(index, classes.length))));
  }
}

function keyEntry(value: Element, [red, green, blue]: Shade): HTMLElement {
  const sample = made("i");
  sample.style.background = `rgb(${red} ${green} ${blue})`;
  return made("span", {}, sample, written(value));
}

function written(value: Element): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}

/** Its different values in their order: each gets a shade. */
function classesOf(values: Element[]): Element[] {
  const found = [...new Set(values)];
  return found.sort((one, other) => (typeof one === "number" && typeof other === "number" ? one - other : String(one) < String(other) ? -1 : 1));
}

type Shade = [number, number, number];

/** From dark to light through blue, so that neither accent of the page is meant. */
function shade(index: number, count: number): Shade {
  const part = count < 2 ? 0 : index / (count - 1);
  return [Math.round(24 + 216 * part ** 1.3), Math.round(32 + 208 * part), Math.round(66 + 168 * part ** 0.7)];
}

function gridOf(array: ArrayInView, across: number, down: number, scale: number, classes: Element[]): ImageData {
  const image = new ImageData(across * scale, down * scale);
  const words = new Uint32Array(image.data.buffer);
  const colors = new Map(classes.map((each, index) => [each, packed(shade(index, classes.length))]));
  for (let x = 0; x < across; x++)
    for (let y = 0; y < down; y++) {
      const color = colors.get(array.values[x * down + y] as Element) as number;
      for (let row = y * scale; row < (y + 1) * scale; row++) words.fill(color, row * across * scale + x * scale, row * across * scale + (x + 1) * scale);
    }
  return image;
}

function packed([red, green, blue]: Shade): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

function markCell(pen: CanvasRenderingContext2D, x: number, y: number, scale: number): void {
  const margin = scale < 5 ? 3 : 1;
  pen.strokeStyle = tint("--run");
  pen.lineWidth = 2;
  pen.strokeRect(x * scale - margin, y * scale - margin, scale + 2 * margin, scale + 2 * margin);
}
