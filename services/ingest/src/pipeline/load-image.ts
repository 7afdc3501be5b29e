import { readFile } from 'node:fs/promises';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { requireImage } from '@imagesearch/image-files/accept';
import { readRegular } from '../sources/files/file-path.js';
import type { ImageReference } from '../sources/source.js';
import type { FetchImageOptions } from './fetch-image.js';

/** At this many dots per inch, one unit of a drawing is one pixel. */
const SVG_DPI = 72;
const SVG_EDGE_UNITS = 72;

export type LoadImage = (reference: ImageReference, signal: AbortSignal) => Promise<Buffer>;

/** Loads the bytes behind any reference. @throws AssetFault when there are none, or when they are not an image. */
export function createLoadImage(network: FetchImageOptions): LoadImage {
  return async (reference, signal) => {
    const bytes = await bytesOf(reference, network, signal);
    requireImage(bytes);
    return bytes;
  };
}

async function bytesOf(
  reference: ImageReference,
  network: FetchImageOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  if ('url' in reference) {
    const { fetchImage } = await import('./fetch-image.js');
    return fetchImage(reference.url, { ...network, signal });
  }
  if ('path' in reference) return readRegular(reference.path, FILE_BYTES_MAX);
  if ('svgPath' in reference) return render(reference.svgPath, reference.edgePx);
  return reference.draw();
}

/** Keeps the transparency. */
async function render(svgPath: string, edgePx: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(await readFile(svgPath), { density: (SVG_DPI * edgePx) / SVG_EDGE_UNITS })
    .resize(edgePx, edgePx, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
