// The tabs under the machine; on a narrow or low page the two texts are tabs as well.
import { TABBED } from "./layout";
import type { PanelName } from "./messages";
import { byId } from "./elements";

export class Tabs {
  private readonly buttons = [...byId("tabs").querySelectorAll<HTMLButtonElement>("button")];
  /** Whether the reader has chosen a tab: then another program does not change it. */
  private chosen = false;

  constructor(private readonly onShow: () => void) {
    for (const each of this.buttons) each.onclick = () => this.choose(each.dataset.tab ?? "");
    byId("tabs").addEventListener("keydown", (event) => this.key(event));
    TABBED.addEventListener("change", () => {
      // On a wide page the texts are no tabs.
      if (!TABBED.matches && (this.shown === "listing" || this.shown === "port")) this.show("variables");
    });
    this.show(TABBED.matches ? "listing" : "variables");
  }

  get shown(): string {
    return document.body.dataset.tab ?? "";
  }

  /** Shows a panel that the reader has chosen. */
  choose(name: string): void {
    this.chosen = true;
    this.show(name);
  }

  /** Shows the tabs of these panels and no others. `anew` shows a lesson first, unless the reader has chosen a tab. */
  offer(panels: PanelName[], anew: boolean): void {
    for (const each of this.buttons) each.hidden = !each.classList.contains("narrow") && !panels.includes(each.dataset.tab as PanelName);
    const [first = "variables"] = panels;
    const leads = anew && !this.chosen && first === "lesson";
    if (leads || this.buttons.some((each) => each.hidden && each.dataset.tab === this.shown)) this.show(first);
  }

  show(name: string): void {
    // Keeps the scroll position when a panel of less height is shown.
    document.body.style.minHeight = scrollY ? `${scrollY + innerHeight}px` : "";
    document.body.dataset.tab = name;
    for (const each of this.buttons) {
      each.ariaSelected = String(each.dataset.tab === name);
      each.tabIndex = each.dataset.tab === name ? 0 : -1;
      each.setAttribute("aria-controls", `pane-${each.dataset.tab}`);
    }
    this.onShow();
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
