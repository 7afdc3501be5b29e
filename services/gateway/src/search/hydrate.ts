import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Asset } from '../assets/asset.js';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { Catalogue } from './ports.js';

const HYDRATE_TIMEOUT_MS = 3_000;
/** What the rights service answers in one call; a pool has at most 300 candidates. */
const ASSETS_MAX = 1_000;
/** Near-duplicates that a result names. A collection may hold hundreds of copies of one image. */
const DUPLICATES_MAX = 10;

/**
 * Loads the candidates' assets and those of their near-duplicates, in one call. Where the image that stands for a group was
 * withdrawn since it was indexed, the next one of the group stands for it; without a next one the candidate is dropped.
 */
export async function hydrate(
  candidates: readonly Candidate[],
  catalogue: Catalogue,
  call: CallContext,
): Promise<HydratedCandidate[]> {
  if (candidates.length === 0) return [];
  const assets = await catalogue.assets(idsOf(candidates), within(call, HYDRATE_TIMEOUT_MS));
  const byId = new Map(assets.map((asset) => [asset.assetId, asset]));
  return candidates.flatMap((candidate) => hydrated(candidate, byId) ?? []);
}

/** The candidates first, because a near-duplicate that is not loaded only goes unnamed. */
function idsOf(candidates: readonly Candidate[]): string[] {
  const duplicates = candidates.flatMap(({ duplicates: ids }) => ids.slice(0, DUPLICATES_MAX));
  return [
    ...new Set([
      ...candidates.map(({ assetId }) => assetId),
      ...candidates.map(({ foundAs }) => foundAs),
      ...duplicates,
    ]),
  ].slice(0, ASSETS_MAX);
}

function hydrated(candidate: Candidate, byId: ReadonlyMap<string, Asset>): HydratedCandidate | undefined {
  const [asset, ...duplicates] = [candidate.assetId, ...candidate.duplicates].flatMap(
    (assetId) => byId.get(assetId) ?? [],
  );
  if (asset === undefined) return undefined;
  return {
    ...candidate,
    assetId: asset.assetId,
    asset,
    duplicates: duplicates.slice(0, DUPLICATES_MAX),
    foundAs: byId.get(candidate.foundAs) ?? asset,
  };
}
