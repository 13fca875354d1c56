// The name of what is open: in the list of programs, over the texts, and as the page's title.
import type { OfferedProgram, Opened, SizeValue } from "./messages";
import type { Opening } from "./opening";
import { byId, create } from "./elements";
import { t, translated } from "./words";

/** Values of the list for a new listing of the reader's own, and for the open one. */
export const NEW = "+new";
const BROUGHT = "+brought";

export class Heading {
  private readonly choice = byId<HTMLSelectElement>("program");
  private readonly brought = create("option", { value: BROUGHT });
  private programs: OfferedProgram[] = [];

  constructor(private readonly opening: Opening) {}

  /** Fills the list of programs; the reader's own files are in it, texts from a link are not. */
  offer(programs: OfferedProgram[], ownFiles: boolean): void {
    this.programs = programs;
    const own = create("option", { value: "", hidden: !ownFiles });
    this.choice.replaceChildren(create("option", { value: NEW }), own, ...programs.map((each) => create("option", { value: each.name })));
    this.rewrite(null);
  }

  /** The sizes that are set when a program is opened; none for most. */
  sizesOf(program: string): Record<string, SizeValue> {
    return this.programs.find((each) => each.name === program)?.sizes ?? {};
  }

  /** Writes all names in the page's language. */
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
