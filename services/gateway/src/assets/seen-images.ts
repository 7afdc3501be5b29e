import type { RetrievalClient, RightsClient } from '@imagesearch/contracts/clients';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { filtersOf, filtersWithin, type Bounds } from '../keys/bounds.js';

/** A collection, and how many of its images a key may see: at least one. */
export interface SeenSource {
  source: string;
  images: number;
}

/** Who knows which images there are. */
export interface ImageCounts {
  rights: Pick<RightsClient, 'countAssets'>;
  retrieval: Pick<RetrievalClient, 'searchPoints'>;
}

/** Questions to the index at once. */
const ASKED_AT_ONCE = 8;

/**
 * The collections with images that a key may see, ordered by name. The catalogue counts by collection; of a key that is bound
 * otherwise, the index counts.
 */
export async function seenSources(
  bounds: Bounds | null,
  { rights, retrieval }: ImageCounts,
  call: CallContext,
): Promise<SeenSource[]> {
  const counted = (await rights.countAssets({}, call)).sources
    .filter(({ source, active }) => active > 0 && (bounds?.sources?.includes(source) ?? true))
    .map(({ source, active }) => ({ source, images: active }));
  if (bounds?.licenses === undefined && bounds?.usable_for === undefined) return counted;
  const asking = createSemaphore(ASKED_AT_ONCE);
  const seen = await Promise.all(
    counted.map(({ source }) =>
      asking.run(async () => ({ source, images: await countSeen(bounds, source, retrieval, call) })),
    ),
  );
  return seen.filter(({ images }) => images > 0);
}

/** How many images of a collection a key may see, about. */
export async function countSeen(
  bounds: Bounds,
  source: string,
  retrieval: ImageCounts['retrieval'],
  call: CallContext,
): Promise<number> {
  const { matching, candidates } = await retrieval.searchPoints(
    { filters: seenOf(bounds, source), limit: 1 },
    call,
  );
  return matching ?? candidates.length;
}

/** Some images of a collection that a key may see, always the same ones. */
export async function sampleSeen(
  bounds: Bounds | null,
  { source, size }: { source: string; size: number },
  retrieval: ImageCounts['retrieval'],
  call: CallContext,
): Promise<string[]> {
  const filters = seenOf(bounds, source);
  const { candidates } = await retrieval.searchPoints({ filters, limit: size }, call);
  return candidates.map(({ assetId }) => assetId);
}

const seenOf = (bounds: Bounds | null, source: string) => ({
  ...filtersWithin(filtersOf(bounds), { sourceAny: [source] }),
});
