import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import { collapseDuplicates } from '../domain/collapse.js';
import type { Filter } from '../domain/filters.js';
import { preferPalette } from '../domain/palette.js';
import { putFirst, type KnownImage } from '../domain/same-image.js';
import type { VectorIndex } from '../domain/vector-index.js';

export interface Wanted {
  filters: readonly Filter[];
  /** `#rrggbb`: preferred, never required. */
  paletteNear: string | undefined;
  limit: number;
  /** Returns every near-duplicate. */
  keepDuplicates: boolean;
}

/** The last step of every search: prefers the wanted colour, puts images that are known again first and shows each image once. */
export function finish(
  index: VectorIndex,
  ranked: readonly Candidate[],
  { paletteNear, limit, keepDuplicates }: Wanted,
  call: CallContext,
  known: readonly KnownImage[] = [],
): Promise<Candidate[]> {
  const preferred = paletteNear === undefined ? ranked : preferPalette(ranked, paletteNear);
  const candidates = putFirst(preferred, known);
  if (keepDuplicates) return Promise.resolve(candidates.slice(0, limit));
  return collapseDuplicates(candidates, { looksOf: (assetIds) => index.looks(assetIds, call), limit });
}
