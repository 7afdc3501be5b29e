import sharp, { type Sharp } from 'sharp';
import { damaged, WHOLE_PIXELS_MAX, type AcceptedImage } from '../accept.js';
import {
  THUMBNAIL_EDGES_PX,
  thumbnailFormatOf,
  VIEW_EDGE_PX,
  type ConvertedFormat,
  type ImageFormat,
  type ThumbnailFormat,
} from '../format.js';

/** Eight-bit sRGB, three interleaved channels, row by row from the top left. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Longest edge of the working copy. Models and signals read at most 384 pixels; more keeps fine patterns as they are. */
const WORKING_EDGE_PX = 640;
/** A long image gets a larger copy, up to `WORKING_EDGE_MAX_PX`, so that its short edge still fills a model's square. */
const WORKING_SHORT_EDGE_PX = 320;
const WORKING_EDGE_MAX_PX = 1_024;

function workingEdgeOf({ width, height }: AcceptedImage): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return Math.min(WORKING_EDGE_MAX_PX, Math.max(WORKING_EDGE_PX, Math.round(WORKING_SHORT_EDGE_PX * ratio)));
}

const LOADERS: Record<ImageFormat | ConvertedFormat, readonly string[]> = {
  ...{ jpeg: ['Jpeg'], png: ['Png'], webp: ['Webp'] },
  ...{ tiff: ['Tiff'], gif: ['Nsgif'], avif: ['Heif'] },
  // Of HEIC only its profile, and what another decoder made of JPEG XL.
  ...{ heic: ['Heif'], jxl: ['Png'], bmp: [] },
};

/** Blocks every loader of libvips but that of one format, to reduce the attack surface. No image is decoded twice, so none is kept. */
export function allowLoader(format: ImageFormat | ConvertedFormat): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS[format].map((name) => `VipsForeignLoad${name}`) });
}

/** Truncated files fail; a harmless oddity in their metadata does not. */
function decoded({ bytes, format, width, height }: AcceptedImage): Sharp {
  allowLoader(format);
  const limitInputPixels = width * height;
  return sharp(bytes, { failOn: 'error', limitInputPixels, pages: 1, sequentialRead: true }).autoOrient();
}

/** The working copy of a query, which nothing else is made of: it is made in one step. */
export const queryCopy = (image: AcceptedImage): Promise<Pixels> =>
  pixelsOf(decoded(image), workingEdgeOf(image)).catch(unreadable);

/** The working copy of an image of a collection. */
export async function workingCopy(image: AcceptedImage): Promise<Pixels> {
  const base = await baseOf(image).catch(unreadable);
  return pixelsOf(base(), workingEdgeOf(image));
}

/** In sRGB, transparent parts on white. */
async function pixelsOf(image: Sharp, edgePx: number): Promise<Pixels> {
  const { data, info } = await image
    // Shrinking in the decoder changes fine patterns.
    .resize(edgePx, edgePx, { fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: false })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Longest edge of what all copies are made from: twice the larger thumbnail. */
const BASE_EDGE_PX = 1_600;

export interface Copies {
  pixels: Pixels;
  /** In the order of `THUMBNAIL_EDGES_PX`. A small image has no larger one. */
  thumbnails: Buffer[];
}

/** The working copy and the thumbnails, from one decode. @param marks XMP of the thumbnails. */
export async function copiesOf(image: AcceptedImage, marks: string | undefined): Promise<Copies> {
  const base = await baseOf(image).catch(unreadable);
  const thumbnails: Buffer[] = [];
  for (const edgePx of THUMBNAIL_EDGES_PX)
    if (thumbnails.length === 0 || Math.max(image.width, image.height) > THUMBNAIL_EDGES_PX[0])
      thumbnails.push(await thumbnailOf(base(), edgePx, { format: thumbnailFormatOf(image.format), marks }));
  return { pixels: await pixelsOf(base(), workingEdgeOf(image)), thumbnails };
}

/** The image of `BASE_EDGE_PX` at most, decoded once and given as often as it is asked for. */
async function baseOf(image: AcceptedImage): Promise<() => Sharp> {
  // Shrinking in the decoder is what keeps a large image out of memory.
  const fastShrinkOnLoad = image.width * image.height > WHOLE_PIXELS_MAX;
  const inside = { fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad } as const;
  const kept = decoded(image).resize(BASE_EDGE_PX, BASE_EDGE_PX, inside);
  const { data, info } = await kept.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels }, limitInputPixels: width * height });
}

/** More effort takes twice the time for 3 % of the bytes. */
const WEBP = { quality: 80, effort: 2 };
/** MozJPEG's table without its search, which takes five times as long for a sixth of the bytes. */
const JPEG = { quality: 82, quantisationTable: 3 };
const ENCODE: Record<ThumbnailFormat, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg(JPEG),
  webp: (image) => image.webp(WEBP),
};

function thumbnailOf(
  image: Sharp,
  edgePx: number,
  { format, marks }: { format: ThumbnailFormat; marks: string | undefined },
): Promise<Buffer> {
  const small = image.resize(edgePx, edgePx, { fit: 'inside', withoutEnlargement: true });
  return marked(ENCODE[format](small), marks).toBuffer();
}

/** As large as a screen. */
export function viewOf(image: AcceptedImage, marks: string | undefined): Promise<Buffer> {
  const small = decoded(image).resize(VIEW_EDGE_PX, VIEW_EDGE_PX, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  return marked(small.webp(WEBP), marks).toBuffer().catch(unreadable);
}

const marked = (image: Sharp, xmp: string | undefined): Sharp =>
  xmp === undefined ? image : image.withXmp(xmp);

/** What libvips says is for developers. Without memory the process ends, and another one tries. */
function unreadable(error: unknown): never {
  if (error instanceof Error && /memory/i.test(error.message)) throw error;
  throw damaged({ cause: error });
}
