import { serveDecoder } from '@imagesearch/image-files/decoder/channel';
import sharp from 'sharp';

/** A process that turns the files of assets into small images, and can be killed. */
blockOtherLoaders();
await serveDecoder(shrinkImage);

export interface ShrinkTask {
  edgePx: number;
  pixelsMax: number;
}

export interface ShrunkSize {
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** libvips reads many formats; every reader except these three is blocked. No image is decoded twice, so none is kept. */
function blockOtherLoaders(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** The pixels of a whole image, upright and within a square. Runs in a process of its own. */
async function shrinkImage(
  bytes: Buffer,
  { edgePx, pixelsMax }: ShrinkTask,
): Promise<{ facts: ShrunkSize; bytes: Buffer }> {
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
    .autoOrient()
    .resize(edgePx, edgePx, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { facts: { width: info.width, height: info.height, channels: info.channels }, bytes: data };
}
