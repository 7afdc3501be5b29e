import type { AssetAnswer } from './asset-answer.js';
import type { CollectionAnswer } from './collection.js';
import { presentDeclared } from './declared.js';

/** What a result and an asset say alike. */
export const IMAGE_EXAMPLE = {
  asset_id: 'openmoji:1F436',
  title: 'dog face',
  tags: ['dog', 'face', 'pet'],
  creator: 'OpenMoji',
  source: 'openmoji',
  ai_generated: false,
  provenance: {
    ai: null,
    kind: null,
    evidence: null,
    statements: [],
    signature: null,
    claim_generator: null,
    created_at: null,
  },
  width: 618,
  height: 618,
  license: 'cc-by-sa-4.0',
  created_at: null,
  ...presentDeclared({}),
  rights: {
    license: 'cc-by-sa-4.0',
    license_verbatim: 'CC BY-SA 4.0',
    commercial: true,
    attribution_required: true,
    derivatives: true,
    share_alike: true,
    attribution:
      '"dog face" by OpenMoji, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). ' +
      'Source: https://openmoji.org/library/emoji-1F436/',
    provenance_url: 'https://openmoji.org/library/emoji-1F436/',
    basis: 'As declared by the source; verify for critical use.',
    delivery: 'host' as const,
  },
  cv: {
    palette: ['#ffffff', '#a57939', '#000000'],
    luminance: 0.81,
    neg_space: ['left' as const, 'right' as const],
    faces: 0,
    aspect: 1,
  },
};

/** @param of The answer that the image is of, or `direct`. */
export const exampleAddresses = (of: string) => {
  const file = `https://images.example.com/v1/asset/${of}/${IMAGE_EXAMPLE.asset_id}`;
  return { file, thumb: `${file}?v=thumb` };
};

export const ASSET_EXAMPLE: AssetAnswer = {
  ...IMAGE_EXAMPLE,
  ...exampleAddresses('direct'),
  score: null,
  description: 'A friendly face with floppy ears.',
  format: 'png',
  has_location: false,
  indexed: true,
};

export const COLLECTION_EXAMPLE: CollectionAnswer = {
  images: 292,
  sources: [
    { source: 'openmoji', images: 200 },
    { source: 'pictures', images: 92 },
  ],
  words: ['heart', 'face', 'harbour'],
  colours: ['#333366', '#ffcc33'],
  uploads: 'upload-6f1c2b8e0a9d',
};
