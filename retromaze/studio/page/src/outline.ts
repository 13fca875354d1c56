// What is chosen of sprites and layers, drawn over the machine's picture: outline, home and collision box.
import type { LayerInView, SpriteInView } from "./messages";
import type { Machine } from "./machine";
import { HEIGHT, WIDTHS } from "./pixels";

const SVG = "http://www.w3.org/2000/svg";
const ARM = 4;

interface Line {
  name: "frame" | "box" | "home";
  path: string;
}

export class Outline {
  private readonly drawing = document.createElementNS(SVG, "svg");
  private screen = 0;

  constructor(private readonly machine: Machine) {
    this.drawing.setAttribute("class", "outline");
    this.drawing.setAttribute("aria-hidden", "true");
    this.drawing.setAttribute("preserveAspectRatio", "none");
    machine.frame.append(this.drawing);
    const sizes = new ResizeObserver(() => this.lay());
    for (const each of [machine.upper, machine.lower]) sizes.observe(each);
    this.hide();
  }

  hide(): void {
    this.drawing.style.display = "none";
  }

  sprite({ screen, outline, point, box }: SpriteInView): void {
    const [left = 0, top = 0, width = 0, height = 0] = box;
    this.show(screen, [
      { name: "frame", path: closed(outline) },
      { name: "box", path: box.length ? closed([left, top, left + width, top, left + width, top + height, left, top + height]) : "" },
      { name: "home", path: cross(point) },
    ]);
  }

  layer({ screen, outline, clip, home }: LayerInView): void {
    const [left = 0, top = 0, right = 0, bottom = 0] = clip;
    this.show(screen, [
      { name: "frame", path: closed(outline) },
      { name: "box", path: clip.length ? closed([left, top, right + 1, top, right + 1, bottom + 1, left, bottom + 1]) : "" },
      { name: "home", path: cross(home) },
    ]);
  }

  private show(screen: number, lines: Line[]): void {
    this.screen = screen;
    this.drawing.setAttribute("viewBox", `0 0 ${WIDTHS[screen === 1 ? 1 : 0]} ${HEIGHT}`);
    // Dark lines lie below all light ones: so they are seen on whatever picture, and hide none of each other.
    const drawn = lines.filter(({ path }) => path);
    this.drawing.innerHTML = [...drawn.map((each) => ({ ...each, name: "halo" })), ...drawn].map(({ name, path }) => `<path class="${name}" d="${path}"/>`).join("");
    this.drawing.style.display = "";
    this.lay();
  }

  private lay(): void {
    const canvas = this.screen === 1 ? this.machine.lower : this.machine.upper;
    const { style } = this.drawing;
    if (canvas.hidden) style.display = "none";
    style.left = `${canvas.offsetLeft}px`;
    style.top = `${canvas.offsetTop + canvas.clientTop}px`;
    style.width = `${canvas.clientWidth}px`;
    style.height = `${canvas.clientHeight}px`;
  }
}

/** Corners, x and y by turns, as a path. */
function closed(corners: readonly number[]): string {
  return `M${corners.map((each) => each.toFixed(2)).join(" ")}Z`;
}

function cross([x = 0, y = 0]: readonly number[]): string {
  return `M${x - ARM} ${y}H${x + ARM}M${x} ${y - ARM}V${y + ARM}`;
}
