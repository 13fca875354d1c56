// The chosen sprite or layer, drawn over the machine's picture: outline, home and collision box.
import type { LayerInView, SpriteInView } from "./messages";
import { overlaysOf, type Machine } from "./machine";
import { HEIGHT, WIDTHS } from "./pixels";

const SVG = "http://www.w3.org/2000/svg";
const ARM = 4;

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
    this.show(screen, outline, box.length ? rectangle(left, top, left + width, top + height) : "", point);
  }

  layer({ screen, outline, clip, home }: LayerInView): void {
    const [left = 0, top = 0, right = 0, bottom = 0] = clip;
    this.show(screen, outline, clip.length ? rectangle(left, top, right + 1, bottom + 1) : "", home);
  }

  private show(screen: number, outline: readonly number[], box: string, [x = 0, y = 0]: readonly number[]): void {
    const lines = [["frame", closed(outline)], ["box", box], ["home", `M${x - ARM} ${y}H${x + ARM}M${x} ${y - ARM}V${y + ARM}`]].filter(([, path]) => path);
    // Dark lines below all light ones are visible on any picture and hide none of them.
    const paths = [...lines.map(([, path]) => ["halo", path]), ...lines].map(([name, path]) => `<path class="${name}" d="${path}"/>`).join("");
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

function rectangle(left: number, top: number, right: number, bottom: number): string {
  return closed([left, top, right, top, right, bottom, left, bottom]);
}
