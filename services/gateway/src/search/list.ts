import type { Candidate, HydratedCandidate, Sort } from './candidate.js';
import { expiryFrom, type ListedPlace, type PageWanted } from './page.js';
import type { FoundPage, Shown } from './result.js';
import { retrieve, type Retrieving, type WantedImages } from './retrieve.js';
import type { SearchRun } from './run.js';

/** What the index answers at most. */
const LIMIT_MAX = 1_000;
/** Images that are asked for besides those that are wanted, so that a few withdrawn ones cost no second call. */
const MARGIN = 4;

interface WantedList {
  page: PageWanted;
  k: number;
  /** Null is newest first. */
  sort: Sort | null;
}

/**
 * The next `k` of all images that meet the filters, by date; those that fail a default follow. Near-duplicates stand for
 * themselves, so that the pages together hold every image once, however many there are.
 */
export async function listedPage(
  { page, k, sort }: WantedList,
  query: WantedImages,
  shown: Shown,
  stages: Retrieving,
  run: SearchRun,
): Promise<FoundPage> {
  const seek = (limit: number, after: ListedPlace | undefined) =>
    retrieve({ ...query, limit, softMin: 0, sort: sort ?? 'newest', after }, null, stages, run);
  const images: HydratedCandidate[] = [];
  const places = new Map<string, ListedPlace>();
  let limit = Math.min(LIMIT_MAX, k + 1 + MARGIN);
  let found = await seek(limit, page.place?.listed);
  const { candidates, matching } = found;
  for (;;) {
    for (const candidate of found.candidates) places.set(candidate.assetId, placeOf(candidate));
    images.push(...(await shown(found.candidates)));
    if (images.length > k || found.candidates.length < limit) break;
    limit = Math.min(LIMIT_MAX, 2 * limit);
    found = await seek(limit, found.candidates.map(placeOf).at(-1));
  }
  const results = images.slice(0, k);
  const listed = images.length > k ? places.get(results.at(-1)?.assetId ?? '') : undefined;
  const { requestHash, now } = page;
  return {
    results,
    next: listed && { requestHash: requestHash(), listed, ...UNRANKED, expiresAt: expiryFrom(now) },
    found: { ...found, candidates },
    reachable: matching ?? candidates.length,
    ranking: 'none',
    reranked: 0,
    strongScore: null,
  };
}

/** What a list has no use for. */
const UNRANKED = { poolSize: 1, ceiling: 1, seen: new Set<string>() };

const placeOf = ({ assetId, createdMs, unmet = [] }: Candidate): ListedPlace => ({
  assetId,
  createdMs,
  unmet: unmet.length > 0,
});
