// Drawings of the program's data, which Python makes: those of a lesson, and what the reader wants to see in the same words.
import { remember, remembered } from "./memory";
import { byId, made } from "./page";
import { t } from "./words";

/** An image, in which nothing runs and nothing is fetched. */
export function draw(place: HTMLElement, svg: string, alt: string): void {
  if (!svg) return place.replaceChildren();
  const image = place.querySelector("img") ?? made("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = alt;
  if (!image.parentNode) place.append(image);
}

/** What the reader wants to be drawn above the arrays; kept for each program. */
export class OwnDrawing {
  private readonly input = byId<HTMLInputElement>("draw-words");
  private program = "";
  /** The words that are drawn, in a lesson's form. */
  words = "";

  constructor(private readonly onChange: () => void) {
    byId("draw-form").onsubmit = (event) => {
      event.preventDefault();
      remember(`draw.${this.program}`, this.input.value.trim());
      this.take();
    };
  }

  open(program: string): void {
    if (program === this.program) return;
    this.program = program;
    this.take();
  }

  show(svg: string): void {
    draw(byId("drawn-data"), svg, t("drawData"));
  }

  private take(): void {
    this.words = remembered(`draw.${this.program}`) ?? "";
    this.input.value = this.words;
    this.show("");
    this.onChange();
  }
}
