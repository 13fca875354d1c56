declare module "gifenc" {
  type Palette = number[][];
  interface Frame {
    palette?: Palette;
    delay?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame?: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
