// What is open, in words: in the choice of programs, over the texts, and as the page's title.
import type { OfferedProgram, Opened, SizeValue } from "./messages";
import type { Opening } from "./opening";
import { byId, made } from "./page";
import { t, told } from "./words";

/** What is chosen in place of a program: another listing of the reader's, and the one that is open. */
export const NEW = "+new";
const BROUGHT = "+brought";

export class Heading {
  private readonly choice = byId<HTMLSelectElement>("program");
  private readonly brought = made("option", { value: BROUGHT });
  private programs: OfferedProgram[] = [];

  constructor(private readonly opening: Opening) {}

  /** What there is to choose from; the reader's own files can be gone back to, texts out of a link cannot. */
  offer(programs: OfferedProgram[], ownFiles: boolean): void {
    this.programs = programs;
    const own = made("option", { value: "", textContent: t("ownFiles"), hidden: !ownFiles });
    const options = programs.map((each) => made("option", { value: each.name, textContent: told(each.title), title: told(each.technique) }));
    this.choice.replaceChildren(made("option", { value: NEW }), own, ...options);
    this.rewrite(null);
  }

  /** The sizes at which a program is opened; of most they are its own. */
  sizesOf(program: string): Record<string, SizeValue> {
    return this.programs.find((each) => each.name === program)?.sizes ?? {};
  }

  /** In another language. */
  rewrite(opened: Opened | null): void {
    for (const option of this.choice.options) {
      if (option === this.brought) continue;
      const program = this.programs.find((each) => each.name === option.value);
      option.textContent = program ? told(program.title) : t(option.value === NEW ? "newListing" : "ownFiles");
      option.title = told(program?.technique ?? "");
    }
    if (opened) this.tell(opened);
  }

  tell(opened: Opened): void {
    this.brought.textContent = opened.name;
    if (opened.name) this.choice.options[0]?.after(this.brought);
    else this.brought.remove();
    this.choice.value = opened.name ? BROUGHT : opened.program;
    byId("open-listing").hidden = Boolean(opened.program);
    document.title = `${told(opened.title)} · retromaze studio`;
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    this.opening.tell(technique ?? opened.title);
  }
}
