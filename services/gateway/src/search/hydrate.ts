import { conditionsOf, satisfies, unmetBy, type Condition } from '@imagesearch/facets/conditions';
import type { FacetName } from '@imagesearch/facets/facets';
import { filtersOn } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Asset, Catalogue } from '../assets/asset.js';
import { usableFor, type Usable, type Use } from '@imagesearch/facets/use';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { SearchFilters } from './read-brief.js';

const HYDRATE_TIMEOUT_MS = 3_000;
/** What the rights service answers in one call; a page has at most a hundred candidates. */
const ASSETS_MAX = 1_000;
/** Near-duplicates that a result names. A collection may hold hundreds of copies of one image. */
const DUPLICATES_MAX = 10;

/** What the images of a search are wanted for. */
export interface WantedUse {
  /** Undefined where the request does not say. */
  use: Use | undefined;
  /** Whether images that are not known to be usable so are left out. */
  usableOnly: boolean;
}

/** What the catalogue has to say of the images that an answer shows. */
export interface ShownWhere extends WantedUse {
  /** An image that does not meet them is left out. */
  hard: readonly Condition[];
  /** An image that does not meet them says so. */
  soft: readonly Condition[];
  /** Called with images that the index has otherwise than the catalogue. */
  onStale: (assetIds: readonly string[]) => void;
}

export function shownWhere(
  { use, usableOnly }: WantedUse,
  { hard, soft }: SearchFilters,
  onStale: ShownWhere['onStale'],
): ShownWhere {
  return { use, usableOnly, hard: conditionsOf(hard), soft: conditionsOf(soft), onStale };
}

/**
 * The candidates as the catalogue has them at this moment, with what an answer shows of them. The index may be older: where the
 * image that stands for a group was withdrawn, does not meet the hard filters, or must be usable and is not, the next one of
 * the group stands for it; without a next one the candidate is dropped.
 */
export async function hydrate(
  candidates: readonly Candidate[],
  catalogue: Catalogue,
  where: ShownWhere,
  call: CallContext,
): Promise<HydratedCandidate[]> {
  if (candidates.length === 0) return [];
  const assets = await catalogue.recentAssets(idsOf(candidates), within(call, HYDRATE_TIMEOUT_MS));
  const byId = new Map(assets.map((asset) => [asset.image.asset_id, compared(asset, where)]));
  const stale = [...byId.values()].filter(({ isMeeting }) => !isMeeting).map(({ asset }) => asset);
  const found = candidates.flatMap((candidate): HydratedCandidate[] => {
    const group = [candidate.assetId, ...candidate.duplicates].flatMap((id) => byId.get(id) ?? []);
    const [shown, ...duplicates] = group.filter(({ isShown }) => isShown);
    if (shown === undefined) return [];
    const unmet = unmetBy(shown.asset.facetOf, where.soft);
    if (unmet.some((facet) => !candidate.unmet?.includes(facet))) stale.push(shown.asset);
    return [hydrated(candidate, shown, { unmet, duplicates })];
  });
  if (stale.length > 0) where.onStale(stale.map(({ image }) => image.asset_id));
  return found;
}

interface Compared {
  asset: Asset;
  usable: Usable | undefined;
  /** Whether it meets the hard filters. */
  isMeeting: boolean;
  isShown: boolean;
}

function compared(asset: Asset, { use, usableOnly, hard }: ShownWhere): Compared {
  const isMeeting = hard.every((condition) => satisfies(asset.facetOf(condition.facet), condition));
  const usable = use && usableFor(use, asset.used);
  return { asset, usable, isMeeting, isShown: isMeeting && (!usableOnly || usable?.answer === 'yes') };
}

function hydrated(
  candidate: Candidate,
  { asset, usable }: Compared,
  { unmet, duplicates }: { unmet: FacetName[]; duplicates: readonly Compared[] },
): HydratedCandidate {
  const { designMet } = candidate;
  const fails = new Set(unmet.flatMap(filtersOn));
  return {
    ...candidate,
    assetId: asset.image.asset_id,
    asset,
    unmet,
    duplicates: duplicates.slice(0, DUPLICATES_MAX).map((duplicate) => duplicate.asset),
    ...(designMet && { designMet: designMet.filter((name) => !fails.has(name)) }),
    ...(usable && { usable }),
  };
}

/** The candidates first, because a near-duplicate that is not loaded only goes unnamed. */
function idsOf(candidates: readonly Candidate[]): string[] {
  const duplicates = candidates.flatMap(({ duplicates: ids }) => ids.slice(0, DUPLICATES_MAX));
  return [...new Set([...candidates.map(({ assetId }) => assetId), ...duplicates])].slice(0, ASSETS_MAX);
}
