import type { UpsertPointsRequest, UpsertPointsResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { dimensionsFromWire, pointFromWire } from './converters.js';
import { checkCount, checkFingerprint, namedRebuild } from './checks.js';

const POINTS_MAX = 500;

export function upsertPoints({ index }: RetrievalContext) {
  return async ({
    modelFingerprint,
    points,
    rebuildId,
    dimensions,
  }: UpsertPointsRequest): Promise<UpsertPointsResponseInput> => {
    checkCount(points.length, POINTS_MAX, ['points']);
    checkFingerprint(modelFingerprint);
    // The last point of an asset counts, as it would in two requests.
    const distinct = new Map(
      points.map((point, position) => [point.assetId, pointFromWire(point, ['points', position])]),
    );
    const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
    await index.upsert(model, [...distinct.values()], namedRebuild(rebuildId));
    return { upserted: distinct.size };
  };
}
