import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { Catalogue } from './ports.js';

const HYDRATE_TIMEOUT_MS = 3_000;

/** Loads the candidates' assets, and drops candidates that were withdrawn since they were indexed. */
export async function hydrate(
  candidates: readonly Candidate[],
  catalogue: Catalogue,
  call: CallContext,
): Promise<HydratedCandidate[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ assetId }) => assetId);
  const assets = await catalogue.assets(ids, within(call, HYDRATE_TIMEOUT_MS));
  const byId = new Map(assets.map((asset) => [asset.assetId, asset]));
  return candidates.flatMap((candidate) => {
    const asset = byId.get(candidate.assetId);
    return asset ? [{ ...candidate, asset }] : [];
  });
}
