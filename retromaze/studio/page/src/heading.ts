// What is open, in words: in the choice of programs, over the texts, and as the page's title.
import type { OfferedProgram, Opened, SizeValue } from "./messages";
import type { Opening } from "./opening";
import { byId, create } from "./page";
import { t, translated } from "./words";

/** What is chosen in place of a program: another listing of the reader's, and the one that is open. */
export const NEW = "+new";
const BROUGHT = "+brought";

export class Heading {
  private readonly choice = byId<HTMLSelectElement>("program");
  private readonly brought = create("option", { value: BROUGHT });
  private programs: OfferedProgram[] = [];

  constructor(private readonly opening: Opening) {}

  /** What there is to choose from; the reader's own files can be gone back to, texts out of a link cannot. */
  offer(programs: OfferedProgram[], ownFiles: boolean): void {
    this.programs = programs;
    const own = create("option", { value: "", textContent: t("ownFiles"), hidden: !ownFiles });
    const options = programs.map((each) => create("option", { value: each.name, textContent: translated(each.title), title: translated(each.technique) }));
    this.choice.replaceChildren(create("option", { value: NEW }), own, ...options);
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
      option.textContent = program ? translated(program.title) : t(option.value === NEW ? "newListing" : "ownFiles");
      option.title = translated(program?.technique ?? "");
    }
    if (opened) this.show(opened);
  }

  show(opened: Opened): void {
    this.brought.textContent = opened.name;
    if (opened.name) this.choice.options[0]?.after(this.brought);
    else this.brought.remove();
    this.choice.value = opened.name ? BROUGHT : opened.program;
    byId("open-listing").hidden = Boolean(opened.program);
    document.title = `${translated(opened.title)} · retromaze studio`;
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    this.opening.showNotes(technique ?? opened.title);
  }
}
