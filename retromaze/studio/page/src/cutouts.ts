// The parts of sprite sheets that are in use, and a small picture of each sprite as it looks now.
import type { Cutout, SpriteInView } from "./messages";
import { context, create } from "./elements";
import { pixelsOf } from "./pixels";

const SIDE = 32;
const LARGEST = 2;
/** Attributes of SPSET. */
const [QUARTERS, MIRRORED, UPSIDE_DOWN] = [3, 8, 16];
const WHITE = 0xffffff;

export class Cutouts {
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
    if (picture) drawShape(context(canvas), tinted(picture, color & WHITE), sprite);
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
  if (color === WHITE) return picture;
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
