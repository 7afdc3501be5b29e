import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Asset } from '../assets/asset.js';
import type { Candidate, HydratedCandidate, Texts } from './candidate.js';
import type { Catalogue } from '../assets/asset.js';

const HYDRATE_TIMEOUT_MS = 3_000;
/** What the rights service answers in one call; a pool has at most 300 candidates. */
const ASSETS_MAX = 1_000;
/** Near-duplicates that a result names. A collection may hold hundreds of copies of one image. */
const DUPLICATES_MAX = 10;

/** A candidate that is not withdrawn, under the id of the image that stands for it. */
export interface Living {
  candidate: Candidate;
  asset: Asset;
}

/** What one search asks of the rights service: each asset once, and only those that it shows or decides by. */
export class Hydration {
  readonly #catalogue: Catalogue;
  readonly #call: CallContext;
  /** Undefined for one that is withdrawn or unknown. */
  readonly #assets = new Map<string, Asset | undefined>();

  constructor(catalogue: Catalogue, call: CallContext) {
    this.#catalogue = catalogue;
    this.#call = call;
  }

  /**
   * The candidates that are not withdrawn. Where the image that stands for a group was withdrawn since it was indexed, the
   * next one of the group stands for it; without a next one the candidate is dropped.
   */
  async living(candidates: readonly Candidate[]): Promise<Living[]> {
    await this.#load(idsOf(candidates));
    return candidates.flatMap((candidate): Living[] => {
      const [asset] = this.#groupOf(candidate);
      return asset === undefined ? [] : [{ candidate: { ...candidate, assetId: asset.assetId }, asset }];
    });
  }

  /** The same, with what an answer shows of them. */
  async hydrate(candidates: readonly Candidate[]): Promise<HydratedCandidate[]> {
    await this.#load(idsOf(candidates));
    return candidates.flatMap((candidate): HydratedCandidate[] => {
      const [asset, ...duplicates] = this.#groupOf(candidate);
      if (asset === undefined) return [];
      return [
        {
          ...candidate,
          assetId: asset.assetId,
          asset,
          duplicates: duplicates.slice(0, DUPLICATES_MAX),
        },
      ];
    });
  }

  /** The texts that each candidate was found by; the rights service has those that the index lacks. */
  async texts(candidates: readonly Candidate[]): Promise<Texts[]> {
    const unknown = candidates.filter(({ texts }) => texts === undefined);
    await this.#load(unknown.flatMap(({ assetId, foundAs }) => [foundAs, assetId]));
    return candidates.map(
      ({ texts, foundAs, assetId }) =>
        texts ?? this.#assets.get(foundAs) ?? this.#assets.get(assetId) ?? NO_TEXTS,
    );
  }

  #groupOf({ assetId, duplicates }: Candidate): Asset[] {
    return [assetId, ...duplicates].flatMap((id) => this.#assets.get(id) ?? []);
  }

  async #load(assetIds: readonly string[]): Promise<void> {
    const missing = [...new Set(assetIds)].filter((id) => !this.#assets.has(id)).slice(0, ASSETS_MAX);
    if (missing.length === 0) return;
    const assets = await this.#catalogue.recentAssets(missing, within(this.#call, HYDRATE_TIMEOUT_MS));
    for (const id of missing) this.#assets.set(id, undefined);
    for (const asset of assets) this.#assets.set(asset.assetId, asset);
  }
}

const NO_TEXTS: Texts = { title: '', tags: [], description: '' };

/** The candidates first, because a near-duplicate that is not loaded only goes unnamed. */
function idsOf(candidates: readonly Candidate[]): string[] {
  const duplicates = candidates.flatMap(({ duplicates: ids }) => ids.slice(0, DUPLICATES_MAX));
  return [...candidates.map(({ assetId }) => assetId), ...duplicates];
}
