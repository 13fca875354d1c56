// The page's address: what its link opens, whenever it changes, and whether leaving it loses a text.
import { linkOf, openedByLink, stepByLink } from "./link";
import { TooLong } from "./door";
import type { Open } from "./messages";
import type { Opening } from "./opening";
import { notify } from "./telling";
import { bringsToken } from "./wire";
import { t } from "./words";

export class Address {
  private shown = location.hash;
  /** What the last link said that was taken away. */
  private copied: Open | null = null;

  /** `onStep` hears the step of the lesson that a link leads to, and whether it leads to no other moment. */
  constructor(
    private readonly opening: Opening,
    private readonly onStep: (step: number, moves: boolean) => void,
  ) {
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeunload", (event) => {
      if (this.loses || this.opening.aside) event.preventDefault();
    });
  }

  /** What the address asks for; a damaged one is told of. */
  get linked(): Open | null {
    try {
      return openedByLink(location.hash);
    } catch (reason) {
      notify(t(reason instanceof TooLong ? "longLink" : "badLink"), true);
      return null;
    }
  }

  /** Tells the step that the address leads to, before what it opens is opened. */
  tellStep(linked: Open | null): void {
    this.onStep(stepByLink(location.hash), !linked?.moment);
  }

  copy(moment: number, step: number): string {
    this.copied = { ...this.opening.shared };
    return linkOf(this.copied, moment, step);
  }

  /** A link was pasted, or gone back to. */
  private follow(): void {
    if (bringsToken() || this.opening.gone) return location.reload();
    const before = this.shown;
    this.shown = location.hash;
    if (this.opening.loses([saved(before), this.copied]) && !confirm(t("losesText"))) return;
    const { linked } = this;
    this.tellStep(linked);
    this.opening.follow(linked);
  }

  /** Whether there is a text that is in no link. */
  get loses(): boolean {
    return this.opening.loses([saved(this.shown), this.copied]);
  }
}

function saved(hash: string): Open | null {
  try {
    return openedByLink(hash);
  } catch {
    return null;
  }
}
