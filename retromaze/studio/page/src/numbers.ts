// The seed, and the listing's numbers as fields.
import type { Size, SizeValue } from "./messages";
import { byId, made } from "./page";

export const MOST_SEED = 2 ** 32 - 1;

export class Numbers {
  private readonly field = byId<HTMLInputElement>("seed");

  constructor(
    private readonly onSeed: (seed: number) => void,
    private readonly onSizes: (sizes: Record<string, SizeValue>) => void,
  ) {
    this.field.onchange = () => this.choose(Math.floor(Number(this.field.value)) || 0);
    byId("seed-down").onclick = () => this.choose(Number(this.field.value) - 1);
    byId("seed-up").onclick = () => this.choose(Number(this.field.value) + 1);
    byId("seed-new").onclick = () => this.renew();
  }

  renew(): void {
    this.choose(1 + Math.floor(Math.random() * 999_999));
  }

  private choose(seed: number): void {
    this.field.value = String(Math.min(MOST_SEED, Math.max(0, seed)));
    this.onSeed(Number(this.field.value));
  }

  show(seed: number, sizes: Size[]): void {
    this.field.value = String(seed);
    const fields = [...byId("sizes").querySelectorAll("input")];
    // A field that is just being written in stays.
    if (fields.some((each) => each === document.activeElement) && fields.length === sizes.length) return;
    byId("sizes").replaceChildren(...sizes.map((each) => made("label", { title: limits(each) }, each.name, this.sizeField(each))));
  }

  private sizeField(size: Size): HTMLInputElement {
    const field = made("input", { id: `size-${size.name}`, name: size.name, value: String(size.value) });
    if (typeof size.value === "number") {
      field.type = "number";
      field.step = size.odd ? "2" : "any";
      if (size.minimum !== null) field.min = String(size.minimum);
      if (size.maximum !== null) field.max = String(size.maximum);
    }
    field.onchange = () => {
      if (field.reportValidity()) this.onSizes(this.sizes());
    };
    return field;
  }

  private sizes(): Record<string, SizeValue> {
    const fields = [...byId("sizes").querySelectorAll("input")];
    return Object.fromEntries(fields.map((each) => [each.name, each.type === "number" ? Number(each.value) : each.value]));
  }
}

function limits(size: Size): string {
  if (size.minimum === null && size.maximum === null) return "";
  return `${size.minimum ?? ""} – ${size.maximum ?? ""}`;
}
