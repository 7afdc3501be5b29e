import { randomBytes } from 'node:crypto';
import type { ListedSource } from '@imagesearch/ingest/sources/source';
import { collectionOf } from '@imagesearch/testkit/images/collection';
import sharp from 'sharp';

/** One image, of 4.5 MB by default: noise, which no format makes smaller. */
export function largeImage(edgePx = 1_250): ListedSource {
  const raw = { width: edgePx, height: edgePx, channels: 3 } as const;
  const draw = () =>
    sharp(randomBytes(edgePx * edgePx * 3), { raw })
      .png()
      .toBuffer();
  return collectionOf('large', [{ id: 'noise', title: 'a large noise', draw }]);
}
