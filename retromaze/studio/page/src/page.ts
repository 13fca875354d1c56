// Small means to find and make elements of the page.

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

/** Brings an answer to what the reader has just asked into view. */
export function reveal(answer: HTMLElement): void {
  answer.scrollIntoView({ block: "nearest" });
}

/** Runs the work before the next paint, once, however often it is wanted. */
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
  const found = canvas.getContext("2d", { willReadFrequently: true });
  if (!found) throw new Error("this browser draws nothing");
  return found;
}

/** A pen for a canvas of so many CSS pixels, which is cleared, as fine as the display. */
export function finePen(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  // a canvas that is given a size is made anew, and the line of time is painted in every frame
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

/** A button by which a file is chosen, through a hidden field. */
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

export function saveAs(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  create("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
