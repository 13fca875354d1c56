// Rows that change while the run goes on: they are written anew, not made anew, so that the focus stays in them.

const FOCUSABLE = "button, input, select, [tabindex]";

/** Makes these the children. Those that are there already stay; where the focus was in one that goes, a neighbor has it. */
export function place(parent: Element, children: readonly Element[]): void {
  const held = [...parent.children].findIndex((each) => each.contains(document.activeElement));
  const wanted = new Set(children);
  for (const each of [...parent.children]) if (!wanted.has(each)) each.remove();
  children.forEach((each, index) => {
    const there = parent.children[index] ?? null;
    if (there !== each) parent.insertBefore(each, there);
  });
  if (held >= 0 && !parent.contains(document.activeElement)) hold(parent, held);
}

function hold(parent: Element, index: number): void {
  const neighbors = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const row = parent.children[Math.min(index, parent.children.length - 1)];
  const neighbor = neighbors.find((each) => row?.contains(each)) ?? neighbors.at(-1) ?? parent.closest<HTMLElement>("[tabindex]");
  neighbor?.focus();
}

export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Elements by their names, each made once for as long as it is wanted. */
export class Kept<Kind> {
  private kept = new Map<string, Kind>();
  private before = new Map<string, Kind>();

  /** Those that are not asked for until the next time are made anew then. */
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
