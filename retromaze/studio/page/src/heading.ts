// What is open, in words: in the choice of programs, over the texts, and as the page's title.
import type { OfferedProgram, Opened } from "./messages";
import type { Opening } from "./opening";
import { byId, made } from "./page";
import { t, told } from "./words";

export class Heading {
  private readonly choice = byId<HTMLSelectElement>("program");
  private programs: OfferedProgram[] = [];

  constructor(private readonly opening: Opening) {}

  /** What there is to choose from; the reader's own files can be gone back to, texts out of a link cannot. */
  offer(programs: OfferedProgram[], ownFiles: boolean): void {
    this.programs = programs;
    const own = made("option", { value: "", textContent: t("ownFiles"), hidden: !ownFiles });
    const options = programs.map((each) => made("option", { value: each.name, textContent: told(each.title), title: told(each.technique) }));
    this.choice.replaceChildren(own, ...options);
  }

  /** In another language. */
  rewrite(opened: Opened | null): void {
    for (const option of this.choice.options) {
      const program = this.programs.find((each) => each.name === option.value);
      option.textContent = program ? told(program.title) : t("ownFiles");
      option.title = told(program?.technique ?? "");
    }
    if (opened) this.tell(opened);
  }

  tell(opened: Opened): void {
    this.choice.value = opened.program;
    document.title = `${told(opened.title)} · retromaze studio`;
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    this.opening.tell(technique ?? opened.title);
  }
}
