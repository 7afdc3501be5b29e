import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Asset, Catalogue } from '../assets/asset.js';
import { usableFor, type Use } from '../assets/usable.js';
import type { Candidate, HydratedCandidate } from './candidate.js';

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

/**
 * The candidates that are not withdrawn, with what an answer shows of them. Where the image that stands for a group was
 * withdrawn since it was indexed, or must be usable and is not, the next one of the group stands for it; without a next one
 * the candidate is dropped.
 */
export async function hydrate(
  candidates: readonly Candidate[],
  catalogue: Catalogue,
  { use, usableOnly }: WantedUse,
  call: CallContext,
): Promise<HydratedCandidate[]> {
  if (candidates.length === 0) return [];
  const assets = await catalogue.recentAssets(idsOf(candidates), within(call, HYDRATE_TIMEOUT_MS));
  const usable = new Map(assets.map((asset) => [asset, use && usableFor(use, asset)]));
  const isShown = (asset: Asset) => !usableOnly || usable.get(asset)?.answer === 'yes';
  const byId = new Map(assets.map((asset) => [asset.image.asset_id, asset]));
  return candidates.flatMap((candidate): HydratedCandidate[] => {
    const group = [candidate.assetId, ...candidate.duplicates].flatMap((id) => byId.get(id) ?? []);
    const [asset, ...duplicates] = group.filter(isShown);
    if (asset === undefined) return [];
    const answer = usable.get(asset);
    return [
      {
        ...candidate,
        ...{ assetId: asset.image.asset_id, asset, duplicates: duplicates.slice(0, DUPLICATES_MAX) },
        ...(answer && { usable: answer }),
      },
    ];
  });
}

/** The candidates first, because a near-duplicate that is not loaded only goes unnamed. */
function idsOf(candidates: readonly Candidate[]): string[] {
  const duplicates = candidates.flatMap(({ duplicates: ids }) => ids.slice(0, DUPLICATES_MAX));
  return [...new Set([...candidates.map(({ assetId }) => assetId), ...duplicates])].slice(0, ASSETS_MAX);
}
