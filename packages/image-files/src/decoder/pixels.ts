import sharp from 'sharp';

export interface PixelTask {
  /** Longest edge of the copy; a smaller image is not enlarged. */
  edgePx: number;
  pixelsMax: number;
}

export interface PixelSize {
  width: number;
  height: number;
}

/** Blocks all but three of libvips' loaders, to reduce the attack surface. No image is decoded twice, so none is kept. */
export function blockOtherLoaders(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
}

/** A copy of an image, upright, in sRGB, transparent parts on white. Runs in a process of its own. */
export async function readPixels(
  bytes: Buffer,
  { edgePx, pixelsMax }: PixelTask,
): Promise<{ facts: PixelSize; bytes: Buffer }> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: pixelsMax,
    // A truncated file fails; a harmless oddity in its metadata does not.
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  })
    .autoOrient()
    .resize(edgePx, edgePx, {
      fit: 'inside',
      withoutEnlargement: true,
      // Shrinking in the decoder changes fine patterns.
      fastShrinkOnLoad: false,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { facts: { width: info.width, height: info.height }, bytes: data };
}
