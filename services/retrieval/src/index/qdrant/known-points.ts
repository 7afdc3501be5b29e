import type { Schemas } from '@qdrant/js-client-rest';
import { LRUCache } from 'lru-cache';
import { type Candidate, byScoreThenId } from '../candidate.js';
import { pointId } from '../names.js';
import type { Look } from '../point.js';
import { type Payload, lookOf, payloadOf, textIn, toCandidate } from './schema.js';
import type { ListQuery } from '../vector-index.js';

type Scored = Pick<Schemas['ScoredPoint'], 'id' | 'version' | 'score' | 'payload'>;

interface KnownPoint {
  version: number;
  /** The fields that were read. */
  fields: readonly string[];
  payload: Payload;
  look?: Look;
}

/** At 512 dimensions about 5 KB each. */
const POINTS_MAX = 5_000;
/** A replica of the server that lags behind may have given the payload of an earlier version. */
const KNOWN_MS = 60_000;
/** Below it, a list with its payloads costs less than a second request for those that are missing. */
const KNOWN_SHARE_MIN = 0.5;
/** Of the latest search in the average share. */
const LATEST_WEIGHT = 0.1;

/**
 * What the server said of points that searches found, each with the version that it said it of. While most of what searches
 * find is known, they transfer ids, scores and versions alone: payloads and vectors in JSON cost more than the search itself.
 */
export class KnownPoints {
  readonly #points = new LRUCache<string, KnownPoint>({ max: POINTS_MAX, ttl: KNOWN_MS });
  /** Of the points that searches found lately. */
  #knownShare = 0;

  /** The payload that a list asks for. */
  fieldsOf(query: ListQuery): string[] | false {
    return this.#knownShare < KNOWN_SHARE_MIN && payloadOf(query);
  }

  /** @param read Reads payloads that neither the lists have nor are known; it leaves out deleted points. */
  async candidates(
    lists: readonly (readonly Scored[])[],
    query: ListQuery,
    read: (ids: string[], fields: string[]) => Promise<Schemas['Record'][]>,
  ): Promise<Candidate[][]> {
    const fields = payloadOf(query);
    const found = new Map(lists.flat().map((point) => [String(point.id), point]));
    // Held by this search: another one may drop them from the cache meanwhile.
    const payloads = new Map<string, Payload>();
    for (const [id, { version }] of found) {
      const known = this.#points.get(id);
      if (known?.version === version && fields.every((field) => known.fields.includes(field)))
        payloads.set(id, known.payload);
    }
    this.#learn(payloads.size, found.size);
    const keep = (id: string, payload: Payload): void => {
      payloads.set(id, payload);
      this.#points.set(id, { version: found.get(id)?.version ?? 0, fields, payload });
    };
    const missing: string[] = [];
    for (const [id, { payload }] of found) {
      if (payloads.has(id)) continue;
      if (payload) keep(id, payload);
      else missing.push(id);
    }
    for (const { id, payload } of await read(missing, fields)) keep(String(id), payload);
    return lists.map((list) =>
      list
        .flatMap(({ id, score }) => {
          const payload = payloads.get(String(id));
          return payload ? [toCandidate({ score, payload }, query)] : [];
        })
        .sort(byScoreThenId),
    );
  }

  /** Of images that a search found a moment ago. @param read Leaves out deleted ones. */
  async looks(
    assetIds: readonly string[],
    read: (assetIds: string[]) => Promise<Schemas['Record'][]>,
  ): Promise<Map<string, Look>> {
    const looks = new Map<string, Look>();
    for (const assetId of assetIds) {
      const look = this.#points.get(pointId(assetId))?.look;
      if (look !== undefined) looks.set(assetId, look);
    }
    for (const record of await read(assetIds.filter((assetId) => !looks.has(assetId)))) {
      const assetId = textIn(record.payload, 'asset_id');
      const look = lookOf(record);
      looks.set(assetId, look);
      const point = this.#points.get(pointId(assetId));
      if (point !== undefined) point.look = look;
    }
    return looks;
  }

  /** For a list that does not tell the versions of its points. */
  forget(assetIds: readonly string[]): void {
    for (const assetId of assetIds) this.#points.delete(pointId(assetId));
  }

  #learn(known: number, found: number): void {
    if (found > 0) this.#knownShare += LATEST_WEIGHT * (known / found - this.#knownShare);
  }
}
