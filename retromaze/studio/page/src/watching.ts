// What is large is asked for only while it is seen.

/** Tells when a pane comes into view, and when it has left it. */
export class Watching {
  private told = false;

  constructor(
    private readonly pane: HTMLElement,
    private readonly onWatch: (watched: boolean) => void,
  ) {}

  tell(): void {
    const watched = this.pane.offsetParent !== null;
    if (watched === this.told) return;
    this.told = watched;
    this.onWatch(watched);
  }
}
