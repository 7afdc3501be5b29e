import { candidateOf, type Candidate } from '../../domain/candidate.js';
import type { ListQuery } from '../../domain/vector-index.js';
import { hashIn, swatchesIn, textIn, textsIn, type Payload } from './schema.js';

/** @param payload May hold more than the query asks for. */
export function toCandidate(
  { score, payload }: { score: number; payload?: Payload },
  { withPalette, withTexts }: ListQuery,
): Candidate {
  return candidateOf({
    assetId: textIn(payload, 'asset_id'),
    score,
    perceptualHash: hashIn(payload),
    palette: withPalette ? swatchesIn(payload) : [],
    texts: withTexts ? textsIn(payload) : null,
  });
}

/** The narrowest payload that the search reads. */
export const payloadOf = ({ withPalette, withTexts }: ListQuery): string[] => [
  'asset_id',
  'perceptual_hash',
  ...(withPalette ? ['palette'] : []),
  ...(withTexts ? ['texts'] : []),
];
