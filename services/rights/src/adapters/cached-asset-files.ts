import { LRUCache } from 'lru-cache';
import type { AssetFiles } from '../domain/asset.js';
import type { AssetStore } from '../domain/asset-store.js';
import { FILES_KNOWN_S } from '../domain/download-times.js';

const KNOWN_MAX = 20_000;

/**
 * Keeps for ten seconds where the files of assets are, so that the files of one answer cost one query. A change that is
 * made through this store takes effect at once; one that another replica makes, after these seconds.
 */
export function cacheAssetFiles(assets: AssetStore): AssetStore {
  const known = new LRUCache<string, AssetFiles>({ max: KNOWN_MAX, ttl: FILES_KNOWN_S * 1_000 });
  let changes = 0;
  const changing = async <Result>(
    assetIds: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work();
    } finally {
      changes += 1;
      for (const assetId of assetIds) known.delete(assetId);
    }
  };
  const findFilesOfMany: AssetStore['findFilesOfMany'] = async (assetIds, call) => {
    const before = assetIds.flatMap((assetId) => known.get(assetId) ?? []);
    if (before.length === assetIds.length) return before;
    const knownIds = new Set(before.map(({ assetId }) => assetId));
    const unknown = assetIds.filter((assetId) => !knownIds.has(assetId));
    const changesBefore = changes;
    const found = await assets.findFilesOfMany(unknown, call);
    // What was read while an asset changed may be what it was before.
    if (changes === changesBefore) for (const files of found) known.set(files.assetId, files);
    return [...before, ...found];
  };
  return {
    ...assets,
    findFiles: async (assetId, call) => (await findFilesOfMany([assetId], call))[0],
    findFilesOfMany,
    put: (asset, call) => changing([asset.description.assetId], () => assets.put(asset, call)),
    changeState: (change, call) => changing([change.assetId], () => assets.changeState(change, call)),
    delete: (deletion, call) => changing(deletion.assetIds, () => assets.delete(deletion, call)),
  };
}
