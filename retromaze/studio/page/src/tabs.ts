// The tabs under the machine; on a narrow or low page the two texts are tabs as well.
import { TABBED } from "./layout";
import { byId } from "./page";

export class Tabs {
  private readonly buttons = [...byId("tabs").querySelectorAll<HTMLButtonElement>("button")];

  constructor(private readonly onShow: (name: string) => void) {
    for (const each of this.buttons) each.onclick = () => this.show(each.dataset.tab ?? "");
    byId("tabs").addEventListener("keydown", (event) => this.key(event));
    TABBED.addEventListener("change", () => this.fit());
    this.show(TABBED.matches ? "listing" : "variables");
  }

  get shown(): string {
    return document.body.dataset.tab ?? "";
  }

  show(name: string): void {
    document.body.dataset.tab = name;
    for (const each of this.buttons) {
      each.ariaSelected = String(each.dataset.tab === name);
      each.tabIndex = each.dataset.tab === name ? 0 : -1;
      each.setAttribute("aria-controls", `pane-${each.dataset.tab}`);
    }
    this.onShow(name);
  }

  /** A text is no tab of a wide page: it has a place of its own there. */
  private fit(): void {
    if (!TABBED.matches && (this.shown === "listing" || this.shown === "port")) this.show("variables");
  }

  private key(event: KeyboardEvent): void {
    const seen = this.buttons.filter((each) => each.offsetParent);
    const now = seen.findIndex((each) => each.dataset.tab === this.shown);
    const moves: Record<string, number> = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: -1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = seen.at(wanted % seen.length);
    next?.click();
    next?.focus();
  }
}
