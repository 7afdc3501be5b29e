import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import initJxl, { JxlImage } from 'jxl-oxide-wasm';
import { decodeBitmap } from './bmp.js';

/** A format that libvips does not read. */
type ForeignFormat = 'heic' | 'jxl' | 'bmp';

/** Pixels, four bytes each; or a PNG. */
type DecodedImage =
  | { width: number; height: number; rgba: Uint8Array | Uint8ClampedArray; isOpaque: boolean }
  | { png: Uint8Array };

/** @throws Error or, from decoders that are compiled from Rust, a text. */
export async function decodeForeign(
  bytes: Buffer,
  format: ForeignFormat,
  pixelsMax: number,
): Promise<DecodedImage> {
  return DECODERS[format](bytes, (width, height) => {
    if (!(width > 0 && height > 0)) throw new Error('it declares no size');
    if (width * height > pixelsMax)
      throw new Error(`it has ${width} × ${height} pixels, and ${pixelsMax} can be decoded`);
  });
}

type CheckSize = (width: number, height: number) => void;

const DECODERS: Record<
  ForeignFormat,
  (bytes: Buffer, checkSize: CheckSize) => Promise<DecodedImage> | DecodedImage
> = {
  heic: decodeHeic,
  jxl: decodeJxl,
  // The fourth byte of a pixel is padding in nearly every file.
  bmp: (bytes, checkSize) => ({ ...decodeBitmap(bytes, checkSize), isOpaque: true }),
};

/** Of libheif-js, which has no types of its own for this. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    onDone: (shown: object | null) => void,
  ): void;
}
interface HeifLibrary {
  HeifDecoder: new () => { decode(bytes: Buffer): HeifImage[] };
}

async function decodeHeic(bytes: Buffer, checkSize: CheckSize): Promise<DecodedImage> {
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle') as HeifLibrary;
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('no image is in it');
  const [width, height] = [image.get_width(), image.get_height()];
  checkSize(width, height);
  const target = { data: new Uint8ClampedArray(width * height * RGBA), width, height };
  const shown = await new Promise<object | null>((resolve) => image.display(target, resolve));
  if (shown === null) throw new Error('it is damaged or cut off');
  return { width, height, rgba: target.data, isOpaque: isOpaque(target.data) };
}

async function decodeJxl(bytes: Buffer, checkSize: CheckSize): Promise<DecodedImage> {
  const module = await readFile(fileURLToPath(import.meta.resolve('jxl-oxide-wasm/module.wasm')));
  await initJxl({ module_or_path: module });
  const image = new JxlImage();
  // The size is checked before the pixels are decoded: feeding decodes nothing.
  image.feedBytes(bytes);
  if (!image.tryInit()) throw new Error('it is damaged or cut off');
  checkSize(image.width ?? 0, image.height ?? 0);
  if (!image.loaded) throw new Error('it is damaged or cut off');
  image.forceSrgb = true;
  return { png: image.render(0).encodeToPng() };
}

const RGBA = 4;

function isOpaque(rgba: Uint8ClampedArray): boolean {
  for (let at = RGBA - 1; at < rgba.length; at += RGBA) if (rgba[at] !== 0xff) return false;
  return true;
}
