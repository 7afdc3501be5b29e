import { byScoreThenId, candidateOf, type Candidate } from '../../domain/candidate.js';
import type { ListQuery } from '../../domain/vector-index.js';
import { hashIn, swatchesIn, textIn, textsIn, type Payload } from './schema.js';

export function candidatesOf(points: readonly { score: number; payload?: Payload }[]): Candidate[] {
  return points.map(toCandidate).sort(byScoreThenId);
}

export function toCandidate({ score, payload }: { score: number; payload?: Payload }): Candidate {
  return candidateOf({
    assetId: textIn(payload, 'asset_id'),
    score,
    perceptualHash: hashIn(payload),
    palette: swatchesIn(payload),
    texts: textsIn(payload),
  });
}

/** The narrowest payload that the search reads. */
export const payloadOf = ({ withPalette, withTexts }: ListQuery): string[] => [
  'asset_id',
  'perceptual_hash',
  ...(withPalette ? ['palette'] : []),
  ...(withTexts ? ['texts'] : []),
];
