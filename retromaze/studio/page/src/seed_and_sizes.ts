// Fields for the seed and the listing's sizes.
import type { ShownSize, SizeValue } from "./messages";
import { byId, clamp, create } from "./elements";
import { setWords, setPythonWords } from "./translation";

export class Numbers {
  private readonly field = byId<HTMLInputElement>("seed");
  private readonly whole = byId<HTMLButtonElement>("whole");
  private seed = 0;
  /** The sizes that were requested last; a field that is being edited is not replaced. */
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
    const chosen = clamp(seed, 0, Number(this.field.max));
    this.field.value = String(chosen);
    if (chosen === this.seed) return;
    this.seed = chosen;
    this.onSeed(chosen);
  }

  show(seed: number, sizes: ShownSize[]): void {
    // A field that is being edited stays.
    if (document.activeElement !== this.field || this.field.value === String(this.seed)) this.field.value = String(seed);
    this.seed = seed;
    this.offerWhole(sizes);
    const { sizeFields } = this;
    if (sizeFields.some((each) => each === document.activeElement) && sizeFields.length === sizes.length) return;
    this.showSizes(sizes);
  }

  /** Called when a request has failed: shows the present numbers again. */
  putBack(seed: number, sizes: ShownSize[]): void {
    this.showSizes(sizes);
    this.show(seed, sizes);
  }

  /** Offers to reset sizes that were set to those in the text. */
  private offerWhole(sizes: ShownSize[]): void {
    const changed = sizes.filter((each) => each.value !== each.written);
    this.whole.hidden = !changed.length;
    setWords(byId("whole-words"), changed.every((each) => each.value < each.written) ? "inFull" : "asWritten");
    byId("whole-sizes").textContent = sizes.map((each) => each.written).join(" × ");
  }

  private get sizeFields(): HTMLInputElement[] {
    return [...byId("sizes").querySelectorAll("input")];
  }

  private showSizes(sizes: ShownSize[]): void {
    this.chosen.clear();
    byId("sizes").replaceChildren(...sizes.map((each) => {
      const name = create("span");
      setPythonWords(name, each.name);
      return create("label", { title: limits(each) }, name, this.sizeField(each));
    }));
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

  /** Requests a size; only a plain constant of the listing may have a fraction. */
  private chooseSize(field: HTMLInputElement, size: ShownSize): void {
    if (typeof size.value === "number") {
      const before = this.chosen.get(size.name) ?? size.value;
      field.value = String(isWhole(size) ? wholeOf(field, before) : numberOf(field, before));
      if (Number(field.value) === before || !field.reportValidity()) return;
      this.chosen.set(size.name, Number(field.value));
    }
    this.onSizes(Object.fromEntries(this.sizeFields.map((each) => [each.name, each.type === "number" ? Number(each.value) : each.value])));
  }
}

function limits(size: ShownSize): string {
  if (size.minimum === null && size.maximum === null) return "";
  return `${size.minimum ?? ""} – ${size.maximum ?? ""}`;
}

function isWhole({ name, minimum, maximum, odd }: ShownSize): boolean {
  return odd || minimum !== null || maximum !== null || name.endsWith("%");
}

/** The number in a field; `before` if it is not valid. */
function numberOf(field: HTMLInputElement, before: number): number {
  return field.value.trim() && Number.isFinite(Number(field.value)) ? Number(field.value) : before;
}

/** Rounds the number in a field, shows it there and returns it. */
export function wholeOf(field: HTMLInputElement, before: number): number {
  const number = Math.round(numberOf(field, before));
  field.value = String(number);
  return number;
}
