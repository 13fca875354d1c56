// Arrays as the program sees them, in pictures or words, the elements that the running statement names marked.
import type { ArrayInView } from "./messages";
import { drawBars, drawForest, drawGrid, kindsOf, type At, type Kind } from "./array_pictures";
import { place } from "./in_place";
import { byId, made, painter } from "./page";
import { t } from "./words";

type Element = number | string;

const MOST_CLASSES = 12;
const STRIP = 400;

export class ArraysView {
  private readonly pane = byId("pane-arrays");
  private readonly list = byId("arrays");
  private readonly views = new Map<string, ArrayView>();
  private watched = new Set<string>();
  private chosen = false;
  private arrays: ArrayInView[] = [];
  private told = "";
  readonly repaint = painter(() => this.paint());

  constructor(
    private readonly onWatch: (names: string[]) => void,
    private readonly portName: (name: string) => string,
    private readonly onOrigin: (name: string, element: number, words: string) => void,
  ) {}

  clear(): void {
    this.views.clear();
    this.arrays = [];
    this.list.replaceChildren(made("p", { textContent: t("noArrays") }));
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
    for (const name of names) this.views.set(name, before.get(name) ?? new ArrayView(name, (whole) => this.watch(name, whole), this.repaint, (element, words) => this.onOrigin(name, element, words)));
    const views = [...this.views.values()].map((each) => each.element);
    place(this.list, views.length ? views : [made("p", { textContent: t("noArrays") })]);
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
  private readonly kind = made("select");
  private readonly box = made("input", { type: "checkbox" });
  private readonly canvas = made("canvas", { role: "img" });
  private readonly strip = made("p", { className: "strip" });
  private readonly under = made("p", { className: "under" });
  private readonly key = made("p", { className: "key" });
  readonly element: HTMLElement;
  private drawn = "";
  private items = new Map<HTMLElement, number>();
  private kinds = "";
  private chosen: Kind | null = null;
  private array: ArrayInView | null = null;
  private at: At = () => null;

  /** The subscripts of the element that is asked about. */
  private readonly asked = made("input", { size: 5, inputMode: "numeric", autocomplete: "off" });

  constructor(
    name: string,
    onWhole: (whole: boolean) => void,
    onKind: () => void,
    private readonly onOrigin: (element: number, words: string) => void,
  ) {
    this.box.onchange = () => onWhole(this.box.checked);
    this.canvas.ariaLabel = name;
    this.kind.ariaLabel = `${name}: ${t("shownAs")}`;
    this.kind.onchange = () => {
      this.chosen = this.kind.value as Kind;
      onKind();
    };
    this.canvas.addEventListener("pointermove", (event) => this.tellUnder(event));
    this.canvas.addEventListener("pointerleave", () => (this.under.textContent = ""));
    this.canvas.addEventListener("click", (event) => this.ask(this.elementAt(event)));
    this.strip.addEventListener("click", (event) => this.ask(this.items.get(event.target as HTMLElement) ?? null));
    const heading = made("h2", {}, this.heading, this.kind, this.question(name), made("label", {}, this.box, t("wholeArray")));
    this.element = made("section", {}, heading, this.canvas, this.under, this.key, this.strip);
  }

  show(array: ArrayInView, port: string, whole: boolean, room: number): void {
    this.array = array;
    this.asked.value ||= array.shape.map(() => 0).join(",");
    this.heading.textContent = `${array.name}[${array.shape.join(", ")}]${port && ` · ${port}`}`;
    this.box.checked = whole;
    const kind = this.kindOf(array);
    const pictured = kind === "grid" || kind === "bars" || kind === "forest";
    this.canvas.hidden = this.under.hidden = !pictured;
    this.key.hidden = kind !== "grid";
    this.strip.hidden = pictured;
    if (kind === "grid") this.drawGrid(array, room);
    else if (kind === "bars") this.at = drawBars(this.canvas, array, room);
    else if (kind === "forest") this.at = drawForest(this.canvas, array, room);
    else this.writeStrip(array, kind === "stack");
  }

  /** What the reader has chosen, where the array can be shown so. */
  private kindOf(array: ArrayInView): Kind {
    const kinds = kindsOf(array);
    const kind = this.chosen && kinds.includes(this.chosen) ? this.chosen : (kinds[0] ?? "list");
    if (kinds.join() !== this.kinds) {
      this.kinds = kinds.join();
      this.kind.replaceChildren(...kinds.map((each) => made("option", { value: each, textContent: t(each) })));
    }
    if (this.kind.value !== kind) this.kind.value = kind;
    return kind;
  }

  /** The element under the pointer. */
  private elementAt(event: MouseEvent): number | null {
    const scale = this.canvas.width / this.canvas.getBoundingClientRect().width;
    return this.at(event.offsetX * scale, event.offsetY * scale);
  }

  /** Where an element's value came from can be asked by its subscripts as well. */
  private question(name: string): HTMLElement {
    this.asked.ariaLabel = `${t("subscripts")} ${name}`;
    const button = made("button", { textContent: "?", title: t("fromWhere"), ariaLabel: `${t("fromWhere")} ${name}` });
    const form = made("form", { className: "ask-element" }, "[", this.asked, "]", button);
    form.onsubmit = (event) => {
      event.preventDefault();
      this.ask(this.array && elementOf(this.array.shape, this.asked.value.split(",").map(Number)));
    };
    return form;
  }

  private ask(element: number | null): void {
    const { array } = this;
    if (!array || element === null) return;
    this.asked.value = subscripts(array.shape, element);
    this.onOrigin(element, `${array.name}[${this.asked.value}]`);
  }

  private tellUnder(event: PointerEvent): void {
    const { array } = this;
    const element = this.elementAt(event);
    this.under.textContent = array && element !== null ? `${array.name}[${subscripts(array.shape, element)}] = ${written(array.values[element] as Element)}` : "";
  }

  /** All in a row; a stack from its top down. */
  private writeStrip(array: ArrayInView, stacked: boolean): void {
    const total = array.shape.reduce((product, each) => product * each, 1);
    const touched = new Set(array.touched);
    const numbers = [...array.values.keys()];
    const shown = (stacked ? numbers.reverse() : numbers).slice(0, STRIP);
    const text = (each: number) => written(array.values[each] as Element);
    const items = shown.map((each) => made(touched.has(each) ? "b" : "span", { textContent: text(each) }));
    this.items = new Map(items.map((item, index) => [item, shown[index] as number]));
    const parts = items.flatMap((each) => [each, stacked ? made("br") : " "]);
    this.strip.replaceChildren(...parts, total > shown.length ? "…" : "");
  }

  private drawGrid(array: ArrayInView, room: number): void {
    const classes = classesOf(array.values);
    const colors = new Map(classes.map((each, index) => [each, packed(shade(index, classes.length))]));
    this.at = drawGrid(this.canvas, array, room, (value) => colors.get(value) as number);
    this.writeKey(classes);
  }

  private writeKey(classes: Element[]): void {
    const words = classes.length <= MOST_CLASSES ? classes : [];
    if (words.join() === this.drawn) return;
    this.drawn = words.join();
    this.key.replaceChildren(...words.map((each, index) => keyEntry(each, shade(index, classes.length))));
  }
}

/** The number of an element by its subscripts; null where there is none. */
function elementOf(shape: readonly number[], subscripts: number[]): number | null {
  const inside = (each: number, index: number) => Number.isInteger(each) && each >= 0 && each < (shape[index] as number);
  if (subscripts.length !== shape.length || !subscripts.every(inside)) return null;
  return subscripts.reduce((number, each, index) => number * (shape[index] as number) + each, 0);
}

/** The subscripts of an element by its number, the last one quickest. */
function subscripts(shape: readonly number[], element: number): string {
  let rest = element;
  return [...shape].reverse().map((length) => {
    const subscript = rest % length;
    rest = Math.floor(rest / length);
    return subscript;
  }).reverse().join(",");
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

function packed([red, green, blue]: Shade): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
