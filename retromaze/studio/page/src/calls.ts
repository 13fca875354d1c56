// The calls so far as a tree; describes the one under the pointer or chosen by keys, and goes to its moment.
import type { CallTree } from "./messages";
import { drawCalls, nodesOf, rowsOf, titled, type CallAt, type CallNode, type CallRows } from "./call_picture";
import { write } from "./in_place";
import { byId, oncePerFrame } from "./elements";
import { number, t } from "./words";

export class CallsView {
  private readonly pane = byId("pane-calls");
  private readonly frame = byId("call-tree");
  private readonly canvas = this.frame.querySelector("canvas") as HTMLCanvasElement;
  private tree: CallTree | null = null;
  private nodes: CallNode[] = [];
  private drawn: CallRows = { rows: [], hidden: 0 };
  private at: CallAt = () => null;
  /** The number of the chosen call's first statement, by which it is found in the next tree. */
  private chosen = 0;
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(private readonly onStatement: (statement: number) => void) {
    this.canvas.addEventListener("pointermove", (event) => this.describe(this.at(event)));
    this.canvas.addEventListener("pointerleave", () => this.describe(this.choice));
    this.canvas.addEventListener("click", (event) => this.go(this.at(event)));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(this.repaint).observe(this.pane);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
  }

  clear(): void {
    this.tree = null;
    this.chosen = 0;
    this.repaint();
  }

  show(tree: CallTree): void {
    this.tree = tree;
    this.repaint();
  }

  get visible(): boolean {
    return this.pane.offsetParent !== null;
  }

  private paint(): void {
    if (!this.visible) return;
    this.nodes = this.tree ? nodesOf(this.tree) : [];
    this.drawn = rowsOf(this.nodes);
    const none = this.nodes.length < 2;
    this.frame.hidden = none;
    byId("calls-earlier").hidden = !this.drawn.hidden;
    byId("calls-earlier").textContent = t("callsEarlier", { calls: this.drawn.hidden });
    const calls = this.nodes.reduce((sum, each) => sum + each.count + each.inner, -1);
    byId("calls-told").textContent = none ? t("noCalls") : t("callsSoFar", { calls, pending: this.tree?.pending ?? 0, deepest: this.tree?.deepest ?? 0 });
    if (!none) this.at = drawCalls(this.canvas, this.drawn.rows, Math.max(this.frame.clientWidth, 100), this.choice, t("mainProgram"));
    this.describe(this.choice);
  }

  /** The chosen call, if it is drawn. */
  private get choice(): CallNode | null {
    return this.nodes.find((each) => each.statement === this.chosen && each.row >= 0) ?? null;
  }

  private describe(node: CallNode | null): void {
    write(byId("call-told"), node ? this.words(node) : "");
  }

  private words(node: CallNode): string {
    const inside = node.inner + insideOf(node);
    return [
      titled(node, t("mainProgram")),
      node.line ? t("calledIn", { line: node.line }) : "",
      t("atDepth", { depth: node.depth }),
      t(!node.pending ? "returned" : node.calls.some((each) => each.pending) ? "waits" : "runsNow"),
      inside ? t("callsInside", { calls: number(inside) }) : "",
    ].filter(Boolean).join(" · ");
  }

  private go(node: CallNode | null): void {
    if (!node) return;
    this.chosen = node.statement;
    this.onStatement(node.statement);
  }

  // ---- keys

  private key(event: KeyboardEvent): void {
    const running = this.nodes.filter((each) => each.pending).at(-1) ?? null;
    const now = this.choice ?? running;
    if (!now || event.ctrlKey || event.altKey || event.metaKey) return;
    const ways: Record<string, () => CallNode | null | undefined> = {
      ArrowLeft: () => now.caller,
      ArrowRight: () => now.calls.at(-1),
      ArrowDown: () => beside(now, -1),
      ArrowUp: () => beside(now, 1),
      Home: () => this.nodes[0],
      End: () => running,
    };
    const way = ways[event.key];
    if (!way && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return this.go(this.choice);
    this.choose(this.choice ? (way() ?? now) : now);
  }

  private choose(node: CallNode): void {
    this.chosen = node.statement;
    this.paint();
    const top = this.frame.offsetTop + (node.row / this.drawn.rows.length) * this.canvas.clientHeight;
    const room = this.pane.clientHeight;
    if (top < this.pane.scrollTop + 60 || top > this.pane.scrollTop + room - 20) this.pane.scrollTop = top - room / 2;
  }
}

/** The next (`by` 1) or previous (-1) call of the same caller. */
function beside(node: CallNode, by: number): CallNode | undefined {
  const siblings = node.caller?.calls ?? [];
  return siblings[siblings.indexOf(node) + by];
}

function insideOf(node: CallNode): number {
  const waiting = [...node.calls];
  let found = 0;
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    found += each.count + each.inner;
    waiting.push(...each.calls);
  }
  return found;
}
