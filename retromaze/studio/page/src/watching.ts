// Large messages are requested only while they are visible.

/** Reports when a pane becomes visible, and when it is hidden. */
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
