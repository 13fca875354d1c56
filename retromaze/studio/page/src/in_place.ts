// Rows that change while the run goes on: their elements are reused, so that the focus stays in them.

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
