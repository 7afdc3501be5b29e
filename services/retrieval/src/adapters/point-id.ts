import { createHash } from 'node:crypto';
import { compareIds } from '../domain/candidate.js';

/**
 * Qdrant's ids are numbers or UUIDs, so the id is a UUID made from a hash of the asset id (RFC 9562, version 8). Points
 * without a ranking are listed in the order of these ids, which favours no source and is the same in every engine.
 */
export function pointId(assetId: string): string {
  const hex = createHash('sha256').update(assetId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The first of some assets in the order of their point ids. */
export function firstByPointId(assetIds: readonly string[], limit: number): string[] {
  return assetIds
    .map((assetId) => ({ assetId, id: pointId(assetId) }))
    .sort((a, b) => compareIds(a.id, b.id))
    .slice(0, limit)
    .map(({ assetId }) => assetId);
}
