// Arrays as pictures: a grid, bars, a forest of parent numbers. Each tells which element lies under a point.
import type { ArrayInView } from "./messages";
import { context, tint } from "./page";

type Element = number | string;

export const PICTURES = ["list", "grid", "bars", "forest", "stack"] as const;
export type Kind = (typeof PICTURES)[number];

/** The number of the element at a point of the canvas in its own pixels, or null. */
export type At = (x: number, y: number) => number | null;

const RIM = 26;
const LARGEST_CELL = 24;
const BARS_HIGH = 120;
const NODE = 15;
const FEWEST_NODES = 8;

/** The kinds that an array can be shown as; the first one unless the reader chooses. */
export function kindsOf(array: ArrayInView): Kind[] {
  const { shape, values } = array;
  const total = shape.reduce((product, each) => product * each, 1);
  if (shape.length === 2) return total > 0 && values.length === total ? ["grid", "list"] : ["list"];
  if (shape.length !== 1 || !values.length || !values.every(isNumber)) return ["list", "stack"];
  const whole = values.length === total;
  if (whole && parentsOf(values as number[])) return ["forest", "bars", "list", "stack"];
  return new Set(values).size > 2 ? ["bars", "list", "stack"] : ["list", "bars", "stack"];
}

function isNumber(value: Element): boolean {
  return typeof value === "number";
}

/** Each element's parent as union-find has them: itself or a negative number is a root. Null if there is a circle. */
export function parentsOf(values: readonly number[]): number[] | null {
  const count = values.length;
  if (count < FEWEST_NODES || !values.every((each) => Number.isInteger(each) && each < count)) return null;
  const parents = values.map((each, index) => (each < 0 ? index : each));
  // With 0 for "none" or "not yet" everything would hang on the first element.
  if (values.every((each) => each === 0)) return null;
  for (let node = 0; node < count; node++) {
    let steps = 0;
    for (let at = node; parents[at] !== at; at = parents[at] as number) if (++steps > count) return null;
  }
  return parents;
}

// ---- a grid

/** The first subscript goes across, as in [X,Y]; rims have its numbers where there is room. */
export function drawGrid(canvas: HTMLCanvasElement, array: ArrayInView, room: number, color: (value: Element) => number): At {
  const [across, down] = array.shape as [number, number];
  const rim = (room - RIM) / across >= 3 ? RIM : 0;
  const cell = Math.max(1, Math.min(LARGEST_CELL, Math.floor((room - rim) / across)));
  canvas.width = rim + across * cell;
  canvas.height = rim + down * cell;
  const pen = context(canvas);
  pen.putImageData(cellsOf(array, across, down, cell, color), rim, rim);
  if (rim) writeRims(pen, across, down, cell);
  pen.strokeStyle = tint("--run");
  pen.lineWidth = 2;
  const margin = cell < 5 ? 3 : 1;
  for (const each of array.touched) pen.strokeRect(rim + Math.floor(each / down) * cell - margin, rim + (each % down) * cell - margin, cell + 2 * margin, cell + 2 * margin);
  return (x, y) => {
    const [column, row] = [Math.floor((x - rim) / cell), Math.floor((y - rim) / cell)];
    return column >= 0 && column < across && row >= 0 && row < down ? column * down + row : null;
  };
}

function cellsOf(array: ArrayInView, across: number, down: number, cell: number, color: (value: Element) => number): ImageData {
  const image = new ImageData(across * cell, down * cell);
  const words = new Uint32Array(image.data.buffer);
  for (let x = 0; x < across; x++)
    for (let y = 0; y < down; y++) {
      const word = color(array.values[x * down + y] as Element);
      for (let row = y * cell; row < (y + 1) * cell; row++) words.fill(word, row * across * cell + x * cell, row * across * cell + (x + 1) * cell);
    }
  return image;
}

function writeRims(pen: CanvasRenderingContext2D, across: number, down: number, cell: number): void {
  pen.fillStyle = tint("--soft");
  pen.font = "10px ui-monospace, monospace";
  pen.textBaseline = "middle";
  const every = (size: number) => [1, 2, 5, 10, 20, 50, 100].find((each) => each * cell >= size) ?? 100;
  for (let x = 0; x < across; x += every(24)) {
    pen.textAlign = "center";
    pen.fillText(String(x), RIM + (x + 0.5) * cell, RIM / 2);
  }
  for (let y = 0; y < down; y += every(14)) {
    pen.textAlign = "right";
    pen.fillText(String(y), RIM - 4, RIM + (y + 0.5) * cell);
  }
}

// ---- bars

export function drawBars(canvas: HTMLCanvasElement, array: ArrayInView, room: number): At {
  const values = array.values as number[];
  const wide = Math.max(1, Math.min(LARGEST_CELL, Math.floor(room / values.length)));
  canvas.width = values.length * wide;
  canvas.height = BARS_HIGH;
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const height = (value: number) => ((value - least) / (most - least || 1)) * (BARS_HIGH - 2);
  const pen = context(canvas);
  const touched = new Set(array.touched);
  const [plain, marked] = [tint("--soft"), tint("--run")];
  const gap = wide > 3 ? 1 : 0;
  values.forEach((value, index) => {
    const [from, to] = [height(0), height(value)];
    pen.fillStyle = touched.has(index) ? marked : plain;
    pen.fillRect(index * wide, BARS_HIGH - 1 - Math.max(from, to), wide - gap, Math.abs(to - from) + 1);
  });
  return (x) => (x >= 0 && x < canvas.width ? Math.floor(x / wide) : null);
}

// ---- a forest

interface Place {
  x: number;
  y: number;
}

/** Trees beside each other and in rows below, roots on top, each node with its number. */
export function drawForest(canvas: HTMLCanvasElement, array: ArrayInView, room: number): At {
  const parents = parentsOf(array.values as number[]) ?? [];
  const { places, height } = laidOut(parents, Math.max(1, Math.floor(room / NODE)));
  canvas.width = room;
  canvas.height = height * NODE + 2;
  const pen = context(canvas);
  const touched = new Set(array.touched);
  const center = (place: Place): [number, number] => [(place.x + 0.5) * NODE, (place.y + 0.5) * NODE];
  pen.strokeStyle = tint("--soft");
  pen.lineWidth = 1;
  places.forEach((place, node) => {
    const parent = places[parents[node] ?? node];
    if (!parent || parent === place) return;
    pen.beginPath();
    pen.moveTo(...center(place));
    pen.lineTo(...center(parent));
    pen.stroke();
  });
  pen.font = "8px ui-monospace, monospace";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  places.forEach((place, node) => {
    const [x, y] = center(place);
    pen.fillStyle = tint(touched.has(node) ? "--run" : parents[node] === node ? "--ink" : "--paper");
    pen.beginPath();
    pen.arc(x, y, NODE / 2 - 1, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.fillStyle = tint(parents[node] === node && !touched.has(node) ? "--paper" : "--ink");
    pen.fillText(String(node), x, y + 0.5);
  });
  return (x, y) => {
    const found = places.findIndex((place) => Math.hypot(center(place)[0] - x, center(place)[1] - y) <= NODE / 2);
    return found < 0 ? null : found;
  };
}

/** Where each node stands, in columns and rows; a tree that is wider than the room goes on below its root. */
function laidOut(parents: readonly number[], columns: number): { places: Place[]; height: number } {
  const children = new Map<number, number[]>();
  const roots: number[] = [];
  parents.forEach((parent, node) => {
    if (parent === node) roots.push(node);
    else children.set(parent, [...(children.get(parent) ?? []), node]);
  });
  const places: Place[] = parents.map(() => ({ x: 0, y: 0 }));
  let [left, top, deepest] = [0, 0, 0];
  for (const root of roots) {
    const tree = treeOf(root, children);
    const wide = Math.min(columns, tree.wide);
    if (left > 0 && left + wide > columns) {
      top += deepest + 1;
      left = deepest = 0;
    }
    for (const { node, x, depth } of tree.nodes) {
      places[node] = { x: left + (x % columns), y: top + depth + Math.floor(x / columns) };
      deepest = Math.max(deepest, depth + Math.floor(x / columns));
    }
    left += wide;
  }
  return { places, height: top + deepest + 1 };
}

function treeOf(root: number, children: Map<number, number[]>): { nodes: { node: number; x: number; depth: number }[]; wide: number } {
  const nodes: { node: number; x: number; depth: number }[] = [];
  let wide = 0;
  // By hand, as a path of a thousand nodes is no reason to end.
  const waiting: [node: number, depth: number][] = [[root, 0]];
  while (waiting.length) {
    const [node, depth] = waiting.pop() as [number, number];
    nodes.push({ node, x: wide, depth });
    const below = children.get(node) ?? [];
    if (!below.length) wide++;
    for (const each of [...below].reverse()) waiting.push([each, depth + 1]);
  }
  return { nodes, wide: Math.max(1, wide) };
}
