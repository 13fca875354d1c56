// The seed, and the listing's numbers as fields.
import type { ShownSize, SizeValue } from "./messages";
import { byId, clamp, create } from "./page";
import { setWords, setPythonWords } from "./words";

export const MOST_SEED = 2 ** 32 - 1;

export class Numbers {
  private readonly field = byId<HTMLInputElement>("seed");
  private readonly whole = byId<HTMLButtonElement>("whole");
  private seed = 0;
  /** The sizes as they were last asked for: a field that is written in is not made anew. */
  private chosen = new Map<string, number>();

  constructor(
    private readonly onSeed: (seed: number) => void,
    private readonly onSizes: (sizes: Record<string, SizeValue>) => void,
  ) {
    this.field.onchange = () => this.choose(this.wanted);
    byId("seed-down").onclick = () => this.choose(this.wanted - 1);
    byId("seed-up").onclick = () => this.choose(this.wanted + 1);
    byId("seed-new").onclick = () => this.renew();
    this.whole.onclick = () => this.onSizes({});
  }

  renew(): void {
    this.choose(1 + Math.floor(Math.random() * 999_999));
  }

  private get wanted(): number {
    return wholeOf(this.field, this.seed);
  }

  private choose(seed: number): void {
    const chosen = clamp(seed, 0, MOST_SEED);
    this.field.value = String(chosen);
    if (chosen === this.seed) return;
    this.seed = chosen;
    this.onSeed(chosen);
  }

  show(seed: number, sizes: ShownSize[]): void {
    this.seed = seed;
    this.field.value = String(seed);
    this.offerWhole(sizes);
    const fields = [...byId("sizes").querySelectorAll("input")];
    // A field that is just being written in stays.
    if (fields.some((each) => each === document.activeElement) && fields.length === sizes.length) return;
    this.showSizes(sizes);
  }

  /** What was wanted is not to be had: here are the numbers as they are. */
  putBack(seed: number, sizes: ShownSize[]): void {
    this.showSizes(sizes);
    this.show(seed, sizes);
  }

  /** Sizes that were set can be as the text itself has them. */
  private offerWhole(sizes: ShownSize[]): void {
    const changed = sizes.filter((each) => each.value !== each.written);
    this.whole.hidden = !changed.length;
    setWords(byId("whole-words"), changed.every((each) => each.value < each.written) ? "inFull" : "asWritten");
    byId("whole-sizes").textContent = sizes.map((each) => each.written).join(" × ");
  }

  private showSizes(sizes: ShownSize[]): void {
    this.chosen.clear();
    byId("sizes").replaceChildren(...sizes.map((each) => create("label", { title: limits(each) }, nameOf(each), this.sizeField(each))));
  }

  private sizeField(size: ShownSize): HTMLInputElement {
    const field = create("input", { id: `size-${size.name}`, name: size.name, value: String(size.value) });
    if (typeof size.value === "number") {
      field.type = "number";
      field.step = size.odd ? "2" : "any";
      if (size.minimum !== null) field.min = String(size.minimum);
      if (size.maximum !== null) field.max = String(size.maximum);
    }
    field.onchange = () => this.chooseSize(field, size);
    return field;
  }

  /** Only a listing's own number may be a broken one. */
  private chooseSize(field: HTMLInputElement, size: ShownSize): void {
    if (typeof size.value === "number") {
      const before = this.chosen.get(size.name) ?? size.value;
      field.value = String(isWhole(size) ? wholeOf(field, before) : numberOf(field, before));
      if (Number(field.value) === before || !field.reportValidity()) return;
      this.chosen.set(size.name, Number(field.value));
    }
    this.onSizes(this.sizes());
  }

  private sizes(): Record<string, SizeValue> {
    const fields = [...byId("sizes").querySelectorAll("input")];
    return Object.fromEntries(fields.map((each) => [each.name, each.type === "number" ? Number(each.value) : each.value]));
  }
}

function nameOf(size: ShownSize): HTMLElement {
  const element = create("span");
  setPythonWords(element, size.name);
  return element;
}

function limits(size: ShownSize): string {
  if (size.minimum === null && size.maximum === null) return "";
  return `${size.minimum ?? ""} – ${size.maximum ?? ""}`;
}

function isWhole({ name, minimum, maximum, odd }: ShownSize): boolean {
  return odd || minimum !== null || maximum !== null || name.endsWith("%");
}

/** The number in a field; what is none, or no field's, leaves it as it was before. */
function numberOf(field: HTMLInputElement, before: number): number {
  return field.value.trim() && Number.isFinite(Number(field.value)) ? Number(field.value) : before;
}

/** The whole number next to what is in a field, which shows it then. */
export function wholeOf(field: HTMLInputElement, before: number): number {
  const number = Math.round(numberOf(field, before));
  field.value = String(number);
  return number;
}
