// Sprites and layers in use: a row for each, updated while the run goes on; the chosen one is outlined on the picture.
import { byId, clamp, context, create, oncePerFrame, place, Reused, write } from "./elements";
import type { ChosenInView, Cutout, InView, LayerInView, MovingInView, SpriteInView, WatchMoving } from "./messages";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";
import { type Machine, overlaysOf } from "./screens";
import { t } from "./translation";

const PAGE = 8;

type Shown = { kind: "sprite"; moved: SpriteInView } | { kind: "layer"; moved: LayerInView };

export class MovingView {
  private readonly pane = byId("pane-moving");
  private readonly list = byId("moving");
  private readonly summary = byId("moving-told");
  private readonly rows = new Reused<HTMLElement>();
  private readonly cutouts = new Cutouts();
  private readonly outline: Outline;
  private shown: Shown[] = [];
  private chosen: { kind: Shown["kind"]; screen: number; number: number } | null = null;
  private sent = "";
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    machine: Machine,
    private readonly onWatch: (message: WatchMoving) => void,
  ) {
    this.outline = new Outline(machine);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => {
      const row = (event.target as HTMLElement).closest(".moved");
      const found = this.shown.find((each) => idOf(each) === row?.id);
      if (found) this.choose(this.is(found.moved, found.kind) ? undefined : found);
    });
  }

  clear(): void {
    this.cutouts.clear();
    this.shown = [];
    this.chosen = null;
    this.outline.hide();
    this.updateWatched();
    this.repaint();
  }

  /** Requests sprites and layers only while they are visible. */
  updateWatched(): void {
    const watched = this.visible;
    const { kind = "", screen = 0, number = 0 } = (watched && this.chosen) || {};
    const message: WatchMoving = { type: "WatchMoving", watched, chosen: kind, screen, number };
    if (!watched) this.outline.hide();
    const text = JSON.stringify(message);
    if (text === this.sent || (!watched && !this.sent)) return;
    this.sent = watched ? text : "";
    this.onWatch(message);
  }

  show({ sprites, layers, cutouts, tall }: MovingInView): void {
    this.outline.tall = tall;
    this.cutouts.take(cutouts);
    this.shown = [...layers.map((moved): Shown => ({ kind: "layer", moved })), ...sprites.map((moved): Shown => ({ kind: "sprite", moved }))];
    this.repaint();
  }

  /** Outlines the chosen sprite or layer with each picture. */
  follow({ sprite, layer, tall }: ChosenInView): void {
    if (!this.visible || !this.chosen) return;
    this.outline.tall = tall;
    if (sprite && this.is(sprite, "sprite")) this.outline.sprite(sprite);
    else if (layer && this.is(layer, "layer")) this.outline.layer(layer);
    else this.outline.hide();
  }

  private get visible(): boolean {
    return this.pane.offsetParent !== null;
  }

  private is({ screen, number }: { screen: number; number: number }, kind: string): boolean {
    const { chosen } = this;
    return chosen?.kind === kind && chosen.screen === screen && chosen.number === number;
  }

  // ---- painting

  private paint(): void {
    if (!this.visible) return;
    const { shown, list } = this;
    const sprites = shown.filter((each) => each.kind === "sprite").length;
    write(this.summary, shown.length ? t("movingCount", { sprites, layers: shown.length - sprites }) : t("nothingMoves"));
    list.hidden = !shown.length;
    this.rows.begin();
    place(list, shown.map((each) => this.row(each)));
    const now = shown.find((each) => this.is(each.moved, each.kind));
    if (now) list.setAttribute("aria-activedescendant", idOf(now));
    else list.removeAttribute("aria-activedescendant");
    if (now?.kind === "sprite") this.outline.sprite(now.moved);
    else if (now) this.outline.layer(now.moved);
    else this.outline.hide();
  }

  private row(shown: Shown): HTMLElement {
    const element = this.rows.get(idOf(shown), () => emptyRow(shown));
    const [name, picture, where, words] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    const { moved } = shown;
    write(name, nameOf(shown));
    write(where, pair(moved.place));
    write(words, (shown.kind === "sprite" ? spriteWords(shown.moved) : layerWords(shown.moved)).join(" · "));
    if (shown.kind === "sprite") this.cutouts.draw(picture as HTMLCanvasElement, shown.moved);
    element.ariaSelected = String(this.is(moved, shown.kind));
    return element;
  }

  // ---- the reader's actions

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { shown } = this;
    const now = shown.findIndex((each) => this.is(each.moved, each.kind));
    const moves: Record<string, number> = { ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - PAGE, PageDown: now + PAGE, Home: 0, End: shown.length - 1, Escape: -1 };
    const wanted = moves[event.key];
    if (wanted === undefined || (event.key === "Escape" && now < 0)) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(event.key === "Escape" ? undefined : shown[clamp(wanted, 0, shown.length - 1)]);
  }

  private choose(shown: Shown | undefined): void {
    this.chosen = shown ? { kind: shown.kind, screen: shown.moved.screen, number: shown.moved.number } : null;
    this.paint();
    if (shown) document.getElementById(idOf(shown))?.scrollIntoView({ block: "nearest" });
    this.updateWatched();
  }
}

function idOf({ kind, moved }: Shown): string {
  return `${kind}-${moved.screen}-${moved.number}`;
}

function nameOf({ kind, moved }: Shown): string {
  const name = kind === "layer" ? `BG ${moved.number}` : String(moved.number);
  return moved.screen === 1 ? `${name} ${t("lowerScreenShort")}` : name;
}

function emptyRow(shown: Shown): HTMLElement {
  const picture = shown.kind === "sprite" ? create("canvas", { width: 0, height: 0 }) : create("span");
  picture.ariaHidden = "true";
  return create("div", { className: "moved", role: "option", id: idOf(shown) }, create("b"), picture, create("span"), create("span", { className: "traits" }));
}

// ---- a sprite or a layer in words: its place, and properties that differ from their initial values

/** Attributes of SPSET, as bits; QUARTERS after a shift by one bit. */
const [SHOWN, QUARTERS, MIRRORED, UPSIDE_DOWN, ADDED] = [1, 3, 8, 16, 32];
const [SPRITE_PAGE, LAYER_PAGE] = [4, 5];
const TILE = 16;
const WHITE = 0xffffffff;

/** A number with three decimals at most. */
function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function pair(values: readonly number[]): string {
  return values.slice(0, 2).map(short).join(", ");
}

function spriteWords(sprite: SpriteInView): string[] {
  const { part, attributes } = sprite;
  const [, , width = 0, height = 0] = part;
  const quarters = (attributes >> 1) & QUARTERS;
  return [
    t("definition", { definition: String(sprite.definition) }),
    width === TILE && height === TILE ? "" : `${width}×${height}`,
    attributes & SHOWN ? "" : t("hidden"),
    sprite.parent < 0 ? "" : t("linkedTo", { number: String(sprite.parent) }),
    ...lookWords(sprite),
    quarters ? t("quarterTurns", { turns: quarters * 90 }) : "",
    attributes & MIRRORED ? t("mirrored") : "",
    attributes & UPSIDE_DOWN ? t("upsideDown") : "",
    attributes & ADDED ? t("lightAdded") : "",
    sprite.page === SPRITE_PAGE ? "" : t("ofPage", { page: String(sprite.page) }),
    ...keptWords(sprite),
    sprite.detects ? (sprite.hits.length ? t("hits", { numbers: sprite.hits.join(", ") }) : t("hitsNothing")) : "",
  ].filter(Boolean);
}

function layerWords(layer: LayerInView): string[] {
  const [columns = 0, rows = 0, tile = 0] = layer.size;
  return [
    t("cellsOf", { columns: String(columns), rows: String(rows), tile: String(tile) }),
    layer.shown ? "" : t("hidden"),
    ...lookWords(layer),
    layer.clip.length ? t("clipped", { corners: `${pair(layer.clip)} – ${pair(layer.clip.slice(2))}` }) : "",
    layer.page === LAYER_PAGE ? "" : t("ofPage", { page: String(layer.page) }),
    ...keptWords(layer),
  ].filter(Boolean);
}

function lookWords({ place, home, rotation, scale, color }: InView): string[] {
  const [, , z = 0] = place;
  return [
    z ? `z ${short(z)}` : "",
    home.some(Boolean) ? t("homeAt", { place: pair(home) }) : "",
    rotation ? t("turnedBy", { degrees: String(rotation) }) : "",
    scale.some((each) => each !== 1) ? t("scaledBy", { scale: scale.map(short).join(" × ") }) : "",
    color === WHITE ? "" : t("coloredBy", { color: `&H${(color >>> 0).toString(16).toUpperCase().padStart(8, "0")}` }),
  ];
}

function keptWords({ variables, callback, moves }: InView): string[] {
  return [
    ...variables.map((value, index) => (value ? `V${index}=${short(value)}` : "")),
    callback ? t("callsBack", { name: callback }) : "",
    moves.length ? t("movesBy", { targets: moves.join(" ") }) : "",
  ];
}

// ---- the parts of sprite sheets that are in use, and a small picture of each sprite as it looks now

const SIDE = 32;
const LARGEST = 2;
/** The bits of a color without its alpha. */
const RGB = 0xffffff;

class Cutouts {
  private readonly known = new Map<string, HTMLCanvasElement>();
  private readonly drawn = new WeakMap<HTMLCanvasElement, { look: string; picture: HTMLCanvasElement | undefined }>();

  clear(): void {
    this.known.clear();
  }

  take(cutouts: Cutout[]): void {
    for (const each of cutouts) {
      const key = each.key.join();
      if (each.across && each.down) this.known.set(key, pictureOf(each));
      else this.known.delete(key);
    }
  }

  /** Draws a sprite in its shape and color, as large as fits; an unchanged one is not drawn again. */
  draw(canvas: HTMLCanvasElement, sprite: SpriteInView): void {
    const { attributes, rotation, scale, color } = sprite;
    const key = [sprite.page, ...sprite.part].join();
    const look = [key, attributes, rotation, ...scale, color].join();
    const picture = this.known.get(key);
    const before = this.drawn.get(canvas);
    if (before?.look === look && before.picture === picture) return;
    this.drawn.set(canvas, { look, picture });
    canvas.width = canvas.height = SIDE;
    if (picture) drawShape(context(canvas), tinted(picture, color & RGB), sprite);
  }
}

function drawShape(pen: CanvasRenderingContext2D, picture: CanvasImageSource, { part, attributes, rotation, scale, color }: SpriteInView): void {
  const [, , width = 0, height = 0] = part;
  const [across = 1, down = 1] = scale;
  const turn = (rotation * Math.PI) / 180;
  const quarters = (attributes >> 1) & QUARTERS;
  const [wide, high] = quarters % 2 ? [height * across, width * down] : [width * across, height * down];
  const [cosine, sine] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const extent = Math.max(wide * cosine + high * sine, wide * sine + high * cosine);
  if (!extent) return;
  const fit = Math.min(LARGEST, SIDE / extent);
  pen.imageSmoothingEnabled = false;
  pen.globalAlpha = (color >>> 24) / 255;
  pen.translate(SIDE / 2, SIDE / 2);
  pen.scale(fit, fit);
  pen.rotate(turn);
  pen.scale(across, down);
  pen.rotate((quarters * Math.PI) / 2);
  pen.scale(attributes & MIRRORED ? -1 : 1, attributes & UPSIDE_DOWN ? -1 : 1);
  pen.drawImage(picture, -width / 2, -height / 2, width, height);
}

function tinted(picture: HTMLCanvasElement, color: number): CanvasImageSource {
  if (color === RGB) return picture;
  const canvas = create("canvas", { width: picture.width, height: picture.height });
  const pen = context(canvas);
  pen.drawImage(picture, 0, 0);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = `#${color.toString(16).padStart(6, "0")}`;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = "destination-in";
  pen.drawImage(picture, 0, 0);
  return canvas;
}

function pictureOf({ across, down, data }: Cutout): HTMLCanvasElement {
  const canvas = create("canvas", { width: across, height: down });
  context(canvas).putImageData(pixelsOf(data, across, 0), 0, 0);
  return canvas;
}

// ---- the chosen sprite or layer, drawn over the machine's picture: outline, home and collision box

const SVG = "http://www.w3.org/2000/svg";
const ARM = 4;

class Outline {
  private readonly drawings = [0, 1].map(() => document.createElementNS(SVG, "svg"));
  /** Whether both screens are halves of the tall screen, the upper one centered. */
  tall = false;

  constructor({ upper, lower }: Machine) {
    this.drawings.forEach((each, index) => {
      each.setAttribute("class", "outline");
      each.setAttribute("aria-hidden", "true");
      each.setAttribute("preserveAspectRatio", "none");
      overlaysOf(index ? lower : upper).append(each);
    });
    this.hide();
  }

  hide(): void {
    for (const each of this.drawings) each.style.display = "none";
  }

  sprite({ screen, outline, point, box }: SpriteInView): void {
    const [left = 0, top = 0, width = 0, height = 0] = box;
    this.show(screen, outline, box.length ? rectangle(left, top, left + width, top + height) : "", point);
  }

  layer({ screen, outline, clip, home }: LayerInView): void {
    const [left = 0, top = 0, right = 0, bottom = 0] = clip;
    this.show(screen, outline, clip.length ? rectangle(left, top, right + 1, bottom + 1) : "", home);
  }

  private show(screen: number, outline: readonly number[], box: string, [x = 0, y = 0]: readonly number[]): void {
    const lines = [["frame", closed(outline)], ["box", box], ["home", `M${x - ARM} ${y}H${x + ARM}M${x} ${y - ARM}V${y + ARM}`]].filter(([, path]) => path);
    // Dark lines below all light ones are visible on any picture and hide none of them.
    const paths = [...lines.map(([, path]) => ["halo", path]), ...lines].map(([name, path]) => `<path class="${name}" d="${path}"/>`).join("");
    this.drawings.forEach((each, index) => {
      const [across, down] = this.tall ? [index ? 0 : (WIDTHS[1] - WIDTHS[0]) / 2, index * HEIGHT] : [0, 0];
      each.setAttribute("viewBox", `${across} ${down} ${WIDTHS[index]} ${HEIGHT}`);
      each.innerHTML = paths;
      each.style.display = this.tall || index === (screen === 1 ? 1 : 0) ? "" : "none";
    });
  }
}

/** Corners [x, y, x, y, ...] as a closed path. */
function closed(corners: readonly number[]): string {
  return `M${corners.map((each) => each.toFixed(2)).join(" ")}Z`;
}

function rectangle(left: number, top: number, right: number, bottom: number): string {
  return closed([left, top, right, top, right, bottom, left, bottom]);
}
