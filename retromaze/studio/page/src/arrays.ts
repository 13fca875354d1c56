// The program's arrays; the elements that the running statement names are marked.
import type { ElementDrawn } from "./diagrams";
import { byId, create, oncePerFrame, place, write } from "./elements";
import type { ArrayInView } from "./messages";
import { t } from "./translation";

type Element = number | string;

const STRIP = 400;

export class ArraysView {
  private readonly pane = byId("pane-arrays");
  private readonly list = byId("arrays");
  private readonly views = new Map<string, ArrayView>();
  /** The arrays that the reader wants whole. */
  private watched = new Set<string>();
  private drawn: string[] = [];
  private arrays: ArrayInView[] = [];
  /** The element of a diagram under the pointer. */
  private pointed: ElementDrawn | null = null;
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly onWatch: () => void,
    private readonly portName: (name: string) => string,
    private readonly onOrigin: (name: string, element: number, words: string) => void,
    private readonly onDraw: (words: string) => void,
  ) {}

  clear(): void {
    this.views.clear();
    this.arrays = [];
    this.point(null);
    this.list.replaceChildren(create("p", { textContent: t("noArrays") }));
    this.watched.clear();
    this.drawn = [];
    this.onWatch();
  }

  /** Sets the words of the diagram: its arrays are requested whole, to show the value of an element under the pointer. */
  drawnFrom(words: string): void {
    this.drawn = this.arrays.map((each) => each.name).filter((name) => words.split(/[ ,]+/).includes(name));
    this.onWatch();
  }

  /** Shows the value of an element of a diagram; nothing for null or an unknown element. */
  point(element: ElementDrawn | null): void {
    this.pointed = element;
    const found = element && this.find(element);
    byId("drawn-element").textContent = found ? `${found.words} = ${written(found.array.values[found.number] ?? "…")}` : "";
  }

  ask(element: ElementDrawn): void {
    const found = this.find(element);
    if (found) this.onOrigin(found.array.name, found.number, found.words);
  }

  private find({ name, subscripts }: ElementDrawn): { array: ArrayInView; number: number; words: string } | null {
    const array = this.arrays.find((each) => each.name === name);
    const number = array ? elementOf(array.shape, subscripts.split(",").map(Number)) : null;
    return array && number !== null ? { array, number, words: `${name}[${subscripts}]` } : null;
  }

  /** The arrays that are needed whole: none while they are not visible. */
  get whole(): string[] {
    return this.pane.offsetParent ? [...new Set([...this.watched, ...this.drawn])].sort() : [];
  }

  show(arrays: ArrayInView[]): void {
    this.arrays = arrays;
    this.point(this.pointed);
    this.repaint();
  }

  private paint(): void {
    if (!this.pane.offsetParent) return;
    const { arrays } = this;
    const names = arrays.map((each) => each.name);
    if (names.join() !== [...this.views.keys()].join()) this.lay(names);
    for (const each of arrays) this.views.get(each.name)?.show(each, this.portName(each.name), this.watched.has(each.name));
  }

  private lay(names: string[]): void {
    const watch = (name: string) => (whole: boolean) => {
      if (whole) this.watched.add(name);
      else this.watched.delete(name);
      this.onWatch();
    };
    const before = new Map(this.views);
    this.views.clear();
    for (const name of names) this.views.set(name, before.get(name) ?? new ArrayView(name, watch(name), this.onDraw, (element, words) => this.onOrigin(name, element, words)));
    const views = [...this.views.values()].map((each) => each.element);
    place(this.list, views.length ? views : [create("p", { textContent: t("noArrays") })]);
  }
}

class ArrayView {
  private readonly heading = create("span");
  private readonly drawing = create("select");
  private readonly box = create("input", { type: "checkbox" });
  private readonly strip = create("p", { className: "strip", title: t("fromWhere") });
  readonly element: HTMLElement;
  private items: HTMLElement[] = [];
  /** The text after the elements: "…" if the array has more. */
  private rest = "";
  private drawings = "";
  private array: ArrayInView | null = null;

  /** A field with the subscripts of the element to ask about. */
  private readonly asked = create("input", { size: 5, inputMode: "numeric", autocomplete: "off" });

  constructor(
    name: string,
    onWhole: (whole: boolean) => void,
    onDraw: (words: string) => void,
    private readonly onOrigin: (element: number, words: string) => void,
  ) {
    this.box.onchange = () => onWhole(this.box.checked);
    this.drawing.ariaLabel = `${name}: ${t("drawData")}`;
    this.drawing.onchange = () => {
      onDraw(this.drawing.value);
      this.drawing.value = "";
    };
    this.strip.addEventListener("click", (event) => {
      const element = this.items.indexOf(event.target as HTMLElement);
      if (element >= 0) this.ask(element);
    });
    const heading = create("h2", {}, this.heading, this.drawing, this.question(name), create("label", {}, this.box, t("wholeArray")));
    this.element = create("section", {}, heading, this.strip);
  }

  show(array: ArrayInView, port: string, whole: boolean): void {
    this.array = array;
    this.asked.value ||= array.shape.map(() => 0).join(",");
    this.heading.textContent = `${array.name}[${array.shape.join(", ")}]${port && ` · ${port}`}`;
    this.box.checked = whole;
    this.offer(array.drawings);
    this.write(array);
  }

  /** Offers the diagrams that suit the array. */
  private offer(drawings: string[]): void {
    if (drawings.join() === this.drawings) return;
    this.drawings = drawings.join();
    const options = drawings.map((value) => create("option", { value, textContent: value }));
    this.drawing.replaceChildren(create("option", { value: "", textContent: t("drawData") }), ...options);
  }

  /** Returns a form to ask for the origin of an element by its subscripts. */
  private question(name: string): HTMLElement {
    this.asked.ariaLabel = `${t("subscripts")} ${name}`;
    const button = create("button", { textContent: t("fromWhere"), ariaLabel: `${t("fromWhere")} ${name}` });
    const form = create("form", { className: "ask-element" }, "[", this.asked, "]", button);
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

  /** Writes the elements in one row, the named ones bold; what is pressed while the run goes on stays there until it is released. */
  private write(array: ArrayInView): void {
    const total = array.shape.reduce((product, each) => product * each, 1);
    const touched = new Set(array.touched);
    const shown = array.values.slice(0, STRIP);
    const before = this.items;
    this.items = shown.map((_, at) => before[at] ?? create("span"));
    this.items.forEach((item, at) => {
      write(item, written(shown[at] as Element));
      item.classList.toggle("touched", touched.has(at));
    });
    const rest = total > shown.length ? "…" : "";
    if (before.length === this.items.length && this.rest === rest) return;
    this.rest = rest;
    this.strip.replaceChildren(...this.items.flatMap((each) => [each, " "]), rest);
  }
}

/** The number of an element by its subscripts; null if there is none. */
function elementOf(shape: readonly number[], subscripts: number[]): number | null {
  const inside = (each: number, index: number) => Number.isInteger(each) && each >= 0 && each < (shape[index] as number);
  if (subscripts.length !== shape.length || !subscripts.every(inside)) return null;
  return subscripts.reduce((number, each, index) => number * (shape[index] as number) + each, 0);
}

/** The subscripts of an element by its number; the last one varies fastest. */
function subscripts(shape: readonly number[], element: number): string {
  let rest = element;
  return [...shape].reverse().map((length) => {
    const subscript = rest % length;
    rest = Math.floor(rest / length);
    return subscript;
  }).reverse().join(",");
}

function written(value: Element): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
