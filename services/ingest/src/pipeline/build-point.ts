import type { AssetMetadata, PointInput, RightsInput, SignalsInput } from '@imagesearch/contracts/messages';
import { sourceOf } from '@imagesearch/facets/asset-id';
import type { EmbeddedAsset } from './embed-asset.js';

/** Part of every asset's content version: raise it when the same asset and model would give another point. */
export const INGEST_VERSION = 11;

type PointFacts = Pick<
  AssetMetadata,
  'assetId' | 'contentVersion' | 'title' | 'tags' | 'description' | 'aiGenerated'
>;

/** What the index holds of one asset, whether a source or the catalogue describes it. */
export function buildPoint(
  { assetId, contentVersion, title, tags, description, aiGenerated }: PointFacts,
  { image, caption, sight }: EmbeddedAsset,
  { signals, rights }: { signals: SignalsInput | null; rights: RightsInput | null },
): PointInput {
  return {
    assetId,
    contentVersion,
    image: image.vector,
    caption,
    sight,
    title,
    tags,
    description,
    source: sourceOf(assetId),
    aiGenerated,
    signals,
    localFeatures: image.localFeatures,
    rights,
  };
}
