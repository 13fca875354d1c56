// The ribbons between listing and port: they connect corresponding blocks of lines. Only their ends are visible.
import { StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isIn, type Block, type Stretch } from "./line_marks";
import { byId, clamp, oncePerFrame } from "./elements";

const SPACE = "http://www.w3.org/2000/svg";

export class Ribbon {
  private readonly picture = byId("ribbon") as unknown as SVGSVGElement;
  private readonly paths: SVGPathElement[] = [];
  private blocks: readonly Block[] = [];
  private line = 0;
  private pointed: readonly number[] = [];
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly listing: EditorView,
    private readonly port: EditorView,
  ) {
    for (const view of [listing, port]) {
      const moved = EditorView.updateListener.of((update) => update.geometryChanged && this.repaint());
      view.dispatch({ effects: StateEffect.appendConfig.of(moved) });
      view.scrollDOM.addEventListener("scroll", this.repaint, { passive: true });
      new ResizeObserver(this.repaint).observe(view.scrollDOM);
    }
    addEventListener("scroll", this.repaint, { passive: true });
  }

  show(blocks: readonly Block[]): void {
    this.blocks = blocks;
    this.repaint();
  }

  /** Sets the running line of the listing, to highlight its block. */
  setPlace(line: number): void {
    if (line === this.line) return;
    this.line = line;
    this.lightAll();
  }

  /** Highlights lines of the listing that the reader points at, or that correspond to such a line of the port. */
  point(lines: readonly number[]): void {
    this.pointed = lines;
    this.lightAll();
  }

  private lightAll(): void {
    this.paths.forEach((path, index) => {
      const block = this.blocks[index];
      path.classList.toggle("runs", block !== undefined && [this.line, ...this.pointed].some((each) => isIn([block.listing], each)));
    });
  }

  private paint(): void {
    const from = this.listing.scrollDOM.getBoundingClientRect();
    const to = this.port.scrollDOM.getBoundingClientRect();
    // The texts are side by side only on a wide page.
    const beside = from.width > 0 && to.width > 0 && from.right < to.left;
    const shapes = beside ? this.blocks.map((block) => this.shape(block, from, to)) : [];
    this.picture.style.left = `${from.right}px`;
    this.picture.style.width = `${Math.max(0, to.left - from.right)}px`;
    shapes.forEach((shape, index) => {
      const path = (this.paths[index] ??= this.picture.appendChild(document.createElementNS(SPACE, "path")));
      path.setAttribute("d", shape);
      path.style.fill = `var(--block-${(this.blocks[index] as Block).color})`;
    });
    for (const path of this.paths.splice(shapes.length)) path.remove();
    this.lightAll();
  }

  /** The outline of a block's ribbon; "" if the block is not visible on either side. */
  private shape(block: Block, from: DOMRect, to: DOMRect): string {
    const left = edge(this.listing, block.listing, from);
    const right = edge(this.port, block.port, to);
    if (!left.seen || !right.seen) return "";
    const width = to.left - from.right;
    return `M0 ${left.top}L${width} ${right.top}V${right.bottom}L0 ${left.bottom}Z`;
  }
}

/** The visible part of lines, in the window's coordinates. */
function edge(view: EditorView, [first, last]: Stretch, box: DOMRect): { top: number; bottom: number; seen: boolean } {
  const { doc } = view.state;
  if (first > doc.lines) return { top: 0, bottom: 0, seen: false };
  const origin = view.documentTop;
  const top = origin + view.lineBlockAt(doc.line(first).from).top;
  const bottom = origin + view.lineBlockAt(doc.line(Math.min(last, doc.lines)).from).bottom;
  const within = (height: number) => Math.round(clamp(height, box.top, box.bottom));
  return { top: within(top), bottom: within(bottom), seen: bottom > box.top && top < box.bottom };
}
