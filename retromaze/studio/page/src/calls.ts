// The calls so far as a tree; describes the one under the pointer or chosen by keys, and goes to its moment.
import { byId, cssColor, finePen, oncePerFrame, write } from "./elements";
import type { CallTree } from "./messages";
import { number, t } from "./translation";

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

// ---- the calls as a picture, with the depth from left to right. The first row has the pending calls; rows below have
// calls that have returned, the latest first.

/** A call, or several equal ones: see CallTree. */
interface CallNode {
  depth: number;
  name: string;
  line: number;
  statement: number;
  count: number;
  inner: number;
  caller: CallNode | null;
  calls: CallNode[];
  /** Whether it has not returned; the deepest of these is the running one. */
  pending: boolean;
  row: number;
}

const WIDEST = 120;
/** The least width at which names are written into calls; otherwise they are written after the rows. */
const NAMED = 44;
const BEHIND = 96;
const HIGH = 18;
const LOW = 13;
const MOST_ROWS = 250;

/** The calls in rows, top down; `hidden` counts those beyond MOST_ROWS. */
interface CallRows {
  rows: CallNode[][];
  hidden: number;
}

function nodesOf(tree: CallTree): CallNode[] {
  const path: CallNode[] = [];
  const nodes = tree.calls.map(([depth, name, line, statement, count, inner]) => {
    const caller = depth ? (path[(depth as number) - 1] as CallNode) : null;
    const node = { depth, name: tree.names[name as number] ?? "", line, statement, count, inner, caller, calls: [], pending: false, row: -1 } as unknown as CallNode;
    caller?.calls.push(node);
    path.splice(node.depth, path.length, node);
    return node;
  });
  for (let node: CallNode | undefined = nodes[0]; node; node = node.depth < tree.pending ? node.calls.at(-1) : undefined) node.pending = true;
  return nodes;
}

/** Arranges calls in rows: each call is followed by its last inner call; earlier inner calls begin rows below, the deepest first. */
function rowsOf(nodes: CallNode[]): CallRows {
  const rows: CallNode[][] = [];
  const waiting = nodes.slice(0, 1);
  let hidden = nodes.length;
  while (waiting.length && rows.length < MOST_ROWS) {
    const row: CallNode[] = [];
    for (let node: CallNode | undefined = waiting.pop(); node; node = node.calls.at(-1)) {
      node.row = rows.length;
      row.push(node);
      waiting.push(...node.calls.slice(0, -1));
    }
    rows.push(row);
    hidden -= row.length;
  }
  return { rows, hidden };
}

/** Returns the call under the pointer. */
type CallAt = (event: MouseEvent) => CallNode | null;

function drawCalls(canvas: HTMLCanvasElement, rows: CallNode[][], room: number, chosen: CallNode | null, main: string): CallAt {
  const deepest = Math.max(...rows.map((row) => (row.at(-1) as CallNode).depth));
  const whole = room / (deepest + 1);
  const named = whole >= NAMED;
  const wide = named ? Math.min(WIDEST, whole) : Math.min(NAMED, (room - BEHIND) / (deepest + 1));
  const high = named ? HIGH : LOW;
  const height = rows.length * high + 2;
  canvas.style.width = `${room}px`;
  canvas.style.height = `${height}px`;
  const pen = finePen(canvas, room, height);
  pen.font = named ? "12px ui-monospace, monospace" : "10px ui-monospace, monospace";
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  const [ink, soft, faint, run, wash] = ["--ink", "--edge", "--faint", "--run", "--run-wash"].map(cssColor) as [string, string, string, string, string];

  /** Draws the line from a row's first call to its caller. */
  const join = (first: CallNode): void => {
    if (!first.caller) return;
    const x = Math.round((first.depth - 1) * wide + Math.min(6, wide / 2)) + 0.5;
    pen.strokeStyle = soft;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x, (first.caller.row + 1) * high - 1);
    pen.lineTo(x, (first.row + 0.5) * high + 1);
    pen.lineTo(first.depth * wide, (first.row + 0.5) * high + 1);
    pen.stroke();
  };
  const bar = (node: CallNode): void => {
    const [x, y] = [node.depth * wide, node.row * high + 2];
    const gap = wide > 4 ? 2 : 0;
    pen.fillStyle = named ? (node.pending ? wash : faint) : node.pending ? run : soft;
    pen.fillRect(x, y, Math.max(wide - gap, 0.5), high - 2);
    if (node.pending && !node.calls.some((each) => each.pending)) {
      // The mark of the running call is visible however narrow calls are.
      pen.fillStyle = run;
      pen.fillRect(named ? x : x + Math.max(wide - gap, 0.5) - 3, named ? y + high - 5 : y - 1, named ? wide - gap : 5, named ? 3 : high);
    }
    if (!named) return;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, wide - gap - 2, high - 2);
    pen.clip();
    pen.fillStyle = ink;
    pen.fillText(titled(node, main), x + 4, y + high / 2 - 1);
    pen.restore();
  };

  for (const row of rows) join(row[0] as CallNode);
  for (const row of rows) {
    row.forEach(bar);
    if (named) continue;
    // The name of the last one stands behind a row of narrow calls.
    const last = row.at(-1) as CallNode;
    pen.fillStyle = ink;
    pen.fillText(`${titled(last, main)} · ${last.depth}`, (last.depth + 1) * wide + 6, (last.row + 0.5) * high + 1);
  }
  if (chosen && chosen.row >= 0) {
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    pen.strokeRect(chosen.depth * wide - 1, chosen.row * high + 1, Math.max(wide, 4), high);
  }
  return ({ offsetX, offsetY }) => {
    const row = rows[Math.floor((offsetY - 1) / high)];
    return row?.[Math.floor(offsetX / wide) - (row[0] as CallNode).depth] ?? null;
  };
}

function titled(node: CallNode, main: string): string {
  return `${node.name || main}${node.count > 1 ? ` ×${node.count}` : ""}`;
}
