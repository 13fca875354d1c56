// What is large is asked for only while it is seen.

/** Tells when a pane comes into view, and when it has left it. */
export class Watching {
  private sent = false;

  constructor(
    private readonly pane: HTMLElement,
    private readonly onWatch: (watched: boolean) => void,
  ) {}

  update(): void {
    const watched = this.pane.offsetParent !== null;
    if (watched === this.sent) return;
    this.sent = watched;
    this.onWatch(watched);
  }
}
