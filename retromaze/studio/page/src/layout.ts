// The widths of the texts and the height of the machine: by the room there is, or as the reader has dragged the dividers.
import { all, byId, clamp } from "./elements";
import { HEIGHT, WIDTHS } from "./pixels";
import { remember, remembered } from "./stored_settings";

/** The two texts are tabs: on a narrow page, and next to the machine on a low one. `studio.css` has the same queries. */
export const TABBED = matchMedia("(max-width: 759px), (max-width: 1099px) and (max-height: 559px)");
const BESIDE = matchMedia("(min-width: 600px) and (max-width: 1099px) and (max-height: 559px)");
/** The port is below the listing. */
const STACKED = matchMedia("(max-width: 1099px)");
/** The page scrolls: always, or if a second machine is under the first. */
const SCROLLS = matchMedia("(min-width: 1100px) and (max-height: 559px)");
const SECOND_SCROLLS = matchMedia("(min-width: 760px) and (max-height: 859px)");

/** A divider's width, and the space around the machine's picture: two gaps and a border. */
const BAR = 8;
const AROUND = 10;
/** The least width of a text, in pixels and as part of the window, unless it is dragged narrower. */
const TEXT = 320;
const TEXT_PART = 0.24;
const SHEET = 220;
const SHEET_PART = 0.35;
/** The least height of the panel under the machine, if the picture fits at its own size. */
const PANEL = 160;
const PANEL_PART = 0.2;
/** A lesson gets more of the window's height, and width for text and diagram side by side. */
const LESSON_PART = 0.45;
const LESSON = 600;

/** The least part of a phone's height that the picture has. */
const LEAST_PICTURE = 0.4;

const LEAST_TEXT = 120;
const LEAST_MACHINE = 240;
const LEAST_HEIGHT = 140;
const LEAST_PANEL = 70;

/** Dragged sizes as parts of the window: the texts' widths, the machine's height, the upper text's height. */
interface Shares {
  listing?: number;
  port?: number;
  texts?: number;
  machine?: number;
  split?: number;
}

export class Layout {
  /** Called when the room for the picture has changed. */
  onChange: () => void = () => {};
  private shares: Shares = kept();
  private picture: number = WIDTHS[0];
  private hasRead = false;
  private readonly dividers: Divider[];

  constructor() {
    const reset = () => this.reset();
    this.dividers = [
      new Divider(byId("divide-left"), "x", reset, (place) => this.dragLeft(place)),
      new Divider(byId("divide-right"), "x", reset, (place) => this.drag({ listing: this.widths[0] / this.width, port: 1 - place / this.width })),
      new Divider(byId("divide-down"), "y", reset, (place) => this.drag({ machine: (place - this.top) / this.height })),
      new Divider(byId("divide-texts"), "y", reset, (place) => this.drag({ split: (place - this.top) / this.height })),
    ];
    addEventListener("resize", () => this.onChange());
    const observer = new ResizeObserver(() => this.onChange());
    for (const each of all(".top, .notices, .time")) observer.observe(each);
  }

  /** The width for a screen, in CSS pixels. */
  get across(): number {
    const { width } = this;
    if (BESIDE.matches) return width - BAR - AROUND - Math.max(SHEET, width * SHEET_PART);
    if (TABBED.matches) return width - 2;
    const [listing, port] = this.widths;
    const bars = STACKED.matches ? BAR : 2 * BAR;
    return width - bars - AROUND - (this.chosen ? listing + port : this.leastTexts);
  }

  /** The height for a number of screens together; a second run's screen is as large as the first one's. */
  down(screens: number): number {
    const beside = this.besides;
    const second = this.secondScreens;
    if (TABBED.matches) {
      // On a page that scrolls, pad and notices do not reduce the picture.
      const least = BESIDE.matches ? HEIGHT / 2 : Math.min((screens * HEIGHT * this.across) / WIDTHS[0], innerHeight * LEAST_PICTURE);
      return Math.max(least, innerHeight - outer(".top, .notices, .time") - beside);
    }
    const part = screens / (screens + second);
    if (this.shares.machine !== undefined) return (this.shares.machine * this.height - beside) * part;
    if (SCROLLS.matches || (SECOND_SCROLLS.matches && second)) return innerHeight * 0.5 * screens;
    const room = this.height - beside - outer("#tabs") - BAR - Math.max(PANEL, innerHeight * (this.reads ? LESSON_PART : PANEL_PART));
    return Math.max(HEIGHT, room * part);
  }

  /** The number of screens of a second run. */
  private get secondScreens(): number {
    const canvas = byId("second").hidden ? null : byId("second").querySelector("canvas");
    return (canvas?.height ?? 0) / HEIGHT;
  }

  /** Places the columns around a picture of that width, except those that were dragged. */
  place(picture: number): void {
    this.picture = picture;
    const [listing, port] = this.widths;
    const { style } = document.body;
    style.setProperty("--listing", `${listing}px`);
    style.setProperty("--port", `${port}px`);
    style.setProperty("--picture", `${picture}px`);
    style.setProperty("--split", `${100 * (this.shares.split ?? 0.5)}%`);
    const { machine } = this.shares;
    style.setProperty("--machine-height", machine === undefined ? "auto" : `${machine * this.height}px`);
    requestAnimationFrame(() => this.updateDividers());
  }

  /** Whether the reader has dragged the texts' width. */
  private get chosen(): boolean {
    return (STACKED.matches ? this.shares.texts : this.shares.listing) !== undefined;
  }

  /** Whether room is left for a lesson: after one was shown also under other tabs, so that nothing moves. */
  private get reads(): boolean {
    this.hasRead ||= document.body.dataset.tab === "lesson";
    return this.hasRead && !byId("tab-lesson").hidden;
  }

  private get width(): number {
    return document.documentElement.clientWidth;
  }

  private get leastTexts(): number {
    const least = Math.max(TEXT, this.width * TEXT_PART);
    return STACKED.matches ? least : 2 * least;
  }

  /** The widths of listing and port; if they are above each other, their common width and 0. */
  private get widths(): [number, number] {
    const { width, shares } = this;
    const machine = Math.max(this.picture, this.reads ? Math.min(LESSON, width - 2 * BAR - AROUND - this.leastTexts) : 0, LEAST_MACHINE) + AROUND;
    if (STACKED.matches) {
      const texts = shares.texts === undefined || BESIDE.matches ? width - BAR - machine : shares.texts * width;
      return [clamp(texts, LEAST_TEXT, width - BAR - LEAST_MACHINE), 0];
    }
    const rest = (width - 2 * BAR - machine) / 2;
    const [listing, port] = [shares.listing, shares.port].map((each) => (each === undefined ? rest : each * width)) as [number, number];
    const left = clamp(listing, LEAST_TEXT, width - 2 * BAR - LEAST_MACHINE - LEAST_TEXT);
    return [left, clamp(port, LEAST_TEXT, width - 2 * BAR - LEAST_MACHINE - left)];
  }

  /** The top of the part between the page's head and its timeline. */
  private get top(): number {
    return outer(".top, .notices");
  }

  private get height(): number {
    return Math.max(LEAST_HEIGHT + LEAST_PANEL, innerHeight - outer(".top, .notices, .time"));
  }

  /** The height of the machine's pane without its screens; the card is not counted, so that it does not resize the screens. */
  private get besides(): number {
    const others = [...byId("pane-machine").children].filter((each) => each.id !== "screens" && each.id !== "asked" && !(each.id === "pad" && BESIDE.matches)) as HTMLElement[];
    return AROUND + others.reduce((sum, each) => sum + each.offsetHeight, 0) - outer("#second canvas");
  }

  private dragLeft(place: number): void {
    if (STACKED.matches) this.drag({ texts: place / this.width });
    else this.drag({ listing: place / this.width, port: this.widths[1] / this.width });
  }

  private drag(shares: Shares): void {
    this.shares = { ...this.shares, ...shares };
    remember("layout", JSON.stringify(this.shares), true);
    this.onChange();
  }

  /** Forgets all dragged sizes. */
  private reset(): void {
    this.shares = {};
    this.drag({});
  }

  /** Updates each divider's place and range. */
  private updateDividers(): void {
    const { width, top, height } = this;
    const [listing, port] = this.widths;
    const [left, right, down, texts] = this.dividers;
    const ahead = STACKED.matches ? 0 : BAR + port;
    left?.setRange(listing, LEAST_TEXT, width - BAR - LEAST_MACHINE - ahead, width);
    right?.setRange(width - port, listing + 2 * BAR + LEAST_MACHINE, width - LEAST_TEXT, width);
    const machine = byId("pane-machine").offsetHeight;
    down?.setRange(top + machine, top + LEAST_HEIGHT, top + height - LEAST_PANEL, top + height);
    texts?.setRange(top + (this.shares.split ?? 0.5) * height, top + LEAST_PANEL, top + height - LEAST_PANEL, top + height);
  }
}

/** The sum of the heights of elements. */
function outer(selector: string): number {
  return all(selector).reduce((sum, each) => sum + each.offsetHeight, 0);
}

/** The sizes that were dragged before; stored values that are not valid are ignored. */
function kept(): Shares {
  try {
    const found = Object.entries(JSON.parse(remembered("layout") ?? "{}") as object);
    return Object.fromEntries(found.filter(([, share]) => typeof share === "number" && share > 0 && share < 1)) as Shares;
  } catch {
    return {};
  }
}

// ---- a divider between two panes: dragged by pointer or finger, moved by arrow keys, reset by Enter or a double click

const STEP = 0.02;

class Divider {
  private place = 0;
  private least = 0;
  private most = 0;
  private whole = 1;

  /** `onMove` receives the wanted place, in pixels of the window along the axis. */
  constructor(
    private readonly element: HTMLElement,
    private readonly axis: "x" | "y",
    onReset: () => void,
    private readonly onMove: (place: number) => void,
  ) {
    element.addEventListener("pointerdown", (event) => this.grab(event));
    element.addEventListener("dblclick", onReset);
    element.addEventListener("keydown", (event) => {
      const step = STEP * this.whole;
      const [less, more] = this.axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
      const ways: Record<string, number | undefined> = { [less]: this.place - step, [more]: this.place + step, Home: this.least, End: this.most };
      const way = ways[event.key];
      if (event.key === "Enter") onReset();
      else if (way !== undefined) this.move(way);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Sets the divider's place and range, and the `whole` length that they are part of. */
  setRange(place: number, least: number, most: number, whole: number): void {
    Object.assign(this, { place, least, most, whole });
    const part = (each: number) => String(Math.round((100 * each) / whole));
    const { element } = this;
    element.ariaValueNow = part(place);
    element.ariaValueMin = part(least);
    element.ariaValueMax = part(most);
  }

  private move(place: number): void {
    this.place = clamp(place, this.least, this.most);
    this.onMove(this.place);
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { element } = this;
    const along = (each: PointerEvent) => (this.axis === "x" ? each.clientX : each.clientY);
    const off = this.place - along(event);
    const follow = (each: PointerEvent) => this.move(along(each) + off);
    const letGo = () => element.removeEventListener("pointermove", follow);
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", follow);
    element.addEventListener("lostpointercapture", letGo, { once: true });
  }
}
