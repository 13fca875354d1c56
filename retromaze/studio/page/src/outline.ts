// The chosen sprite or layer, drawn over the machine's picture: outline, home and collision box.
import type { LayerInView, SpriteInView } from "./messages";
import { overlaysOf, type Machine } from "./machine";
import { HEIGHT, WIDTHS } from "./pixels";

const SVG = "http://www.w3.org/2000/svg";
const ARM = 4;

interface Line {
  name: "frame" | "box" | "home";
  path: string;
}

export class Outline {
  private readonly drawings = [0, 1].map(() => document.createElementNS(SVG, "svg"));
  /** Whether both screens are halves of the tall screen, the upper one centered. */
  tall = false;

  constructor({ upper, lower }: Machine) {
    this.drawings.forEach((each, index) => {
      each.setAttribute("class", "outline");
      each.setAttribute("aria-hidden", "true");
      each.setAttribute("preserveAspectRatio", "none");
      overlaysOf(index ? lower : upper).append(each);
    });
    this.hide();
  }

  hide(): void {
    for (const each of this.drawings) each.style.display = "none";
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
    // Dark lines below all light ones are visible on any picture and hide none of them.
    const drawn = lines.filter(({ path }) => path);
    const paths = [...drawn.map((each) => ({ ...each, name: "halo" })), ...drawn].map(({ name, path }) => `<path class="${name}" d="${path}"/>`).join("");
    this.drawings.forEach((each, index) => {
      const [across, down] = this.tall ? [index ? 0 : (WIDTHS[1] - WIDTHS[0]) / 2, index * HEIGHT] : [0, 0];
      each.setAttribute("viewBox", `${across} ${down} ${WIDTHS[index]} ${HEIGHT}`);
      each.innerHTML = paths;
      each.style.display = this.tall || index === (screen === 1 ? 1 : 0) ? "" : "none";
    });
  }
}

/** Corners [x, y, x, y, ...] as a closed path. */
function closed(corners: readonly number[]): string {
  return `M${corners.map((each) => each.toFixed(2)).join(" ")}Z`;
}

function cross([x = 0, y = 0]: readonly number[]): string {
  return `M${x - ARM} ${y}H${x + ARM}M${x} ${y - ARM}V${y + ARM}`;
}
