import { createHash } from 'node:crypto';
import { compareIds } from '../domain/candidate.js';

/** A UUID (RFC 9562, version 8) made from a hash of the asset id, because Qdrant's ids are numbers or UUIDs. */
export function pointId(assetId: string): string {
  const hex = createHash('sha256').update(assetId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function firstByPointId(assetIds: readonly string[], limit: number): string[] {
  return assetIds
    .map((assetId) => ({ assetId, id: pointId(assetId) }))
    .sort((a, b) => compareIds(a.id, b.id))
    .slice(0, limit)
    .map(({ assetId }) => assetId);
}
