import type { UpsertPointsRequest, UpsertPointsResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { pointFromWire } from './converters.js';
import { checkCount, checkFingerprint, checkRange, DIMENSIONS_MAX, namedRebuild } from './checks.js';

const POINTS_MAX = 500;

export function upsertPoints({ index }: RetrievalContext) {
  return async ({
    modelFingerprint,
    points,
    rebuildId,
    sentenceDimensions,
  }: UpsertPointsRequest): Promise<UpsertPointsResponseInput> => {
    checkCount(points.length, POINTS_MAX, ['points']);
    checkFingerprint(modelFingerprint);
    checkRange(sentenceDimensions, 0, DIMENSIONS_MAX, ['sentence_dimensions']);
    // The last point of an asset counts, as it would in two requests.
    const distinct = new Map(
      points.map((point, position) => [point.assetId, pointFromWire(point, ['points', position])]),
    );
    const model = { fingerprint: modelFingerprint, sentenceDimensions };
    await index.upsert(model, [...distinct.values()], namedRebuild(rebuildId));
    return { upserted: distinct.size };
  };
}
