// Helpers to find and create elements of the page, and rows that are reused.
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as Kind;
}

export function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Scrolls to the answer to something that the reader has just asked. */
export function reveal(answer: HTMLElement): void {
  answer.scrollIntoView({ block: "nearest" });
}

/** Returns a function that does the work before the next paint, once, however often it is called until then. */
export function oncePerFrame(work: () => void): () => void {
  let wanted = false;
  return () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => {
      wanted = false;
      work();
    });
  };
}

export function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  return canvas.getContext("2d", { willReadFrequently: true })!;
}

/** Clears a canvas of that size in CSS pixels, at the display's resolution, and returns its context. */
export function finePen(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  // setting a size makes a new canvas, which is slow: the timeline is painted in every frame
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const pen = context(canvas);
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  pen.clearRect(0, 0, width + 1, height + 1);
  return pen;
}

export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Lets a button choose a file, through a hidden field. */
export function chooseFiles(button: string, chooser: string, onFile: (file: File) => void): void {
  const field = byId<HTMLInputElement>(chooser);
  byId(button).onclick = () => field.click();
  field.onchange = () => {
    const [file] = field.files ?? [];
    if (file) onFile(file);
    // so that the same file can be chosen again
    field.value = "";
  };
}

/** Reports a file that is dropped anywhere on the page: an editor would insert its text instead. */
export function dropFiles(onFile: (file: File) => void): void {
  const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault(), true);
  addEventListener(
    "drop",
    (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) onFile(file);
    },
    true,
  );
}

export function saveAs(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  create("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// ---- rows that change while the run goes on: their elements are reused, so that the focus stays in them

const FOCUSABLE = "button, input, select, [tabindex]";

/** Makes these the children. Present ones stay; if the focus was in one that is removed, a neighbor gets it. */
export function place(parent: Element, children: readonly Element[]): void {
  const held = [...parent.children].findIndex((each) => each.contains(document.activeElement));
  const wanted = new Set(children);
  for (const each of [...parent.children]) if (!wanted.has(each)) each.remove();
  children.forEach((each, index) => {
    const there = parent.children[index] ?? null;
    if (there !== each) parent.insertBefore(each, there);
  });
  if (held < 0 || parent.contains(document.activeElement)) return;
  const neighbors = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const row = parent.children[Math.min(held, parent.children.length - 1)];
  const neighbor = neighbors.find((each) => row?.contains(each)) ?? neighbors.at(-1) ?? parent.closest<HTMLElement>("[tabindex]");
  neighbor?.focus();
}

export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Elements by name, each made once and reused for as long as it is wanted. */
export class Reused<Kind> {
  private kept = new Map<string, Kind>();
  private before = new Map<string, Kind>();

  /** Begins a round: elements that are not requested in it are forgotten in the next one. */
  begin(): void {
    this.before = this.kept;
    this.kept = new Map();
  }

  get(name: string, make: () => Kind): Kind {
    const found = this.kept.get(name) ?? this.before.get(name) ?? make();
    this.kept.set(name, found);
    return found;
  }
}
