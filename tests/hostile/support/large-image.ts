import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { NO_FACTS } from '@imagesearch/facets/provenance';
import type { Source } from '@imagesearch/ingest/sources/source';

export const LARGE_TITLE = 'a large noise';

/** One image, of 4.5 MB by default: noise, which no format makes smaller. */
export function largeImage(edgePx = 1_250): Source {
  const raw = { width: edgePx, height: edgePx, channels: 3 } as const;
  const entry = {
    assetId: 'large:noise',
    title: LARGE_TITLE,
    tags: [],
    description: '',
    creator: null,
    creatorUrl: null,
    licenseVerbatim: 'CC0 1.0',
    provenanceUrl: 'https://example.org/noise',
    statement: null,
    facts: NO_FACTS,
    linkUrl: null,
    sourceVersion: '1',
    image: {
      draw: () =>
        sharp(randomBytes(edgePx * edgePx * 3), { raw })
          .png()
          .toBuffer(),
    },
  };
  return { source: 'large', total: 1, entries: () => [entry] };
}
