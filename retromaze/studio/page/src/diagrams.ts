// Diagrams of the program's data, which Python draws: those of a lesson, and those above the arrays.
import DOMPurify from "dompurify";
import type { DiagramInView } from "./messages";
import { remember, remembered } from "./stored_settings";
import { byId } from "./elements";
import { t } from "./translation";

/** An element of an array: the array's name, and its subscripts as `1,2`. */
export type ElementDrawn = { name: string; subscripts: string };

/** The only style that a diagram may have: other colors for a dark page. */
const NIGHT = /^<style>@media \(prefers-color-scheme:dark\)\{(?:\.drawing \[(?:fill|stroke)="#[0-9a-f]{6}"\]\{(?:fill|stroke):#[0-9a-f]{6}\})*\}<\/style>$/m;

/** The most by which a small diagram is enlarged. */
const LARGEST = 2;

/** Shows a diagram, which is cleaned so that it runs no script and loads nothing. */
export function draw(place: HTMLElement, svg: string, alt: string): void {
  place.innerHTML = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true }, FORBID_TAGS: ["style", "image"] });
  const image = place.querySelector("svg");
  image?.insertAdjacentHTML("afterbegin", NIGHT.exec(svg)?.[0] ?? "");
  image?.setAttribute("role", "img");
  if (!image) return;
  image.setAttribute("aria-label", alt);
  // A small diagram is enlarged, as far as all of it stays visible.
  const { width, height } = image.viewBox.baseVal;
  const room = (place.closest(".sheet-of") ?? place).clientHeight;
  image.style.width = `${width * Math.max(1, Math.min(LARGEST, place.clientWidth / width, (room - place.offsetTop) / height))}px`;
}

/** The array's element at a point of a diagram, or null. */
function elementDrawn(place: HTMLElement, event: MouseEvent): ElementDrawn | null {
  const item = (event.target as Element).closest<SVGGElement>("[data-at]");
  if (item) return { name: arrayOf(item), subscripts: item.dataset.at ?? "" };
  for (const grid of place.querySelectorAll<SVGGElement>("[data-cells]")) {
    const subscripts = cellAt(grid, event);
    if (subscripts) return { name: arrayOf(grid), subscripts };
  }
  return null;
}

function arrayOf(part: SVGGElement): string {
  return part.closest<SVGGElement>("[data-array]")?.dataset.array ?? "";
}

/** The subscripts of a grid's cell at a point, "" for none. */
function cellAt(grid: SVGGElement, event: MouseEvent): string {
  const [columns, rows, cell, order = "", left = 0, top = 0] = (grid.dataset.cells ?? "").split(" ");
  const matrix = grid.getScreenCTM();
  if (!matrix) return "";
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const [across, down] = [Math.floor(point.x / Number(cell)), Math.floor(point.y / Number(cell))];
  if (across < 0 || down < 0 || across >= Number(columns) || down >= Number(rows)) return "";
  // the diagram may show a part of the array
  const [x, y] = [across + Number(left), down + Number(top)];
  if (order === "y,x") return `${y},${x}`;
  return order === "x,y" ? `${x},${y}` : String(x + y * Number(order.split("*")[1]));
}

/** The diagram above the arrays: of words that the reader has entered, stored for each program, or an automatic one. */
export class ArrayDrawing {
  private readonly input = byId<HTMLInputElement>("draw-words");
  private readonly place = byId("drawn-data");
  private program = "";
  /** The reader's words, as in a lesson; "" for an automatic diagram. */
  words = "";

  constructor(
    private readonly onChange: () => void,
    onPoint: (element: ElementDrawn | null) => void,
    onAsk: (element: ElementDrawn) => void,
  ) {
    byId("draw-form").onsubmit = (event) => {
      event.preventDefault();
      this.want(this.input.value.trim());
    };
    this.place.addEventListener("pointermove", (event) => onPoint(elementDrawn(this.place, event)));
    let pressed = false;
    this.place.addEventListener("pointerleave", () => {
      pressed = false;
      onPoint(null);
    });
    // No "click" comes if the run goes on and replaces the diagram between press and release.
    this.place.addEventListener("pointerdown", (event) => (pressed = event.button === 0));
    this.place.addEventListener("pointerup", (event) => {
      const element = pressed && elementDrawn(this.place, event);
      pressed = false;
      if (element) onAsk(element);
    });
  }

  open(program: string): void {
    if (program === this.program) return;
    this.program = program;
    this.take();
  }

  want(words: string): void {
    remember(`draw.${this.program}`, words);
    this.take();
  }

  show({ svg, draws }: DiagramInView): void {
    this.input.placeholder = draws;
    draw(this.place, svg, `${t("drawData")}: ${draws}`);
  }

  private take(): void {
    this.words = remembered(`draw.${this.program}`) ?? "";
    this.input.value = this.words;
    this.input.placeholder = "";
    draw(this.place, "", "");
    this.onChange();
  }
}
