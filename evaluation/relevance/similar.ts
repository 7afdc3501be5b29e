import type { RetrievalClient } from '@imagesearch/contracts/clients';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mean } from './metrics.js';

const CALL_TIMEOUT_MS = 20_000;
const NEIGHBOURS = 5;
/** A seed must have enough of its kind for every neighbour to be one. */
const SUBGROUP_MIN = NEIGHBOURS + 1;

export interface SimilarQuality {
  seeds: number;
  /** Share of a seed's first five neighbours that lie in its subgroup. */
  share: number;
  /** What five images drawn at random would have. */
  chance: number;
}

/** How often images found by example are of the seed's kind, over every seed whose subgroup is large enough. */
export async function measureSimilar(
  items: readonly SourceItem[],
  retrieval: RetrievalClient,
): Promise<SimilarQuality> {
  // OpenMoji's group and subgroup are an item's description.
  const subgroupOf = new Map(items.map(({ assetId, description }) => [assetId, description]));
  const sizes = new Map<string, number>();
  for (const subgroup of subgroupOf.values()) sizes.set(subgroup, (sizes.get(subgroup) ?? 0) + 1);
  const seeds = [...subgroupOf].filter(([, subgroup]) => (sizes.get(subgroup) ?? 0) >= SUBGROUP_MIN);

  const shares: number[] = [];
  for (const [assetId, subgroup] of seeds) {
    const { candidates } = await retrieval.searchPoints(
      { seed: assetId, limit: NEIGHBOURS },
      detachedCall(CALL_TIMEOUT_MS),
    );
    shares.push(mean(candidates.map((found) => (subgroupOf.get(found.assetId) === subgroup ? 1 : 0))));
  }
  const chances = seeds.map(([, subgroup]) => ((sizes.get(subgroup) ?? 0) - 1) / (items.length - 1));
  return { seeds: seeds.length, share: mean(shares), chance: mean(chances) };
}
