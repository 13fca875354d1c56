// Helpers to find and create elements of the page.

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
