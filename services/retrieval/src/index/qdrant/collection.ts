import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { byDate, type Candidate, type RankedList } from '../candidate.js';
import { targetsOf, type IndexedModel } from '../model.js';
import { pointId } from '../names.js';
import type { Facets, Look, Point } from '../point.js';
import { type QdrantClients, asking } from './client.js';
import { KnownPoints } from './known-points.js';
import { filterAll, listsOf, searchParams, TERMS_FIELD } from './queries.js';
import {
  FACET_FIELDS,
  facetsIn,
  joinedIn,
  localFeaturesIn,
  payloadOf,
  pointOf,
  recordOf,
  textIn,
  toCandidate,
} from './schema.js';
import type { Quantization } from '../recall-policy.js';
import type { Collection, Filter, ListQuery, Order, RetrieveQuery } from '../vector-index.js';

export class QdrantCollection implements Collection {
  readonly name: string;
  readonly model: IndexedModel;
  readonly #clients: QdrantClients;
  readonly #quantization: Quantization;
  readonly #known = new KnownPoints();
  #counted: { points: number; at: number } | undefined;

  constructor(name: string, model: IndexedModel, clients: QdrantClients, quantization: Quantization) {
    this.name = name;
    this.model = model;
    this.#clients = clients;
    this.#quantization = quantization;
  }

  async size(): Promise<number> {
    return (await this.#clients.reading((client) => client.count(this.name, { exact: true }))).count;
  }

  async approximateSize(): Promise<number> {
    return (await this.#clients.reading((client) => client.getCollection(this.name))).points_count ?? 0;
  }

  async indexedShare(): Promise<number> {
    const info = await this.#clients.reading((client) => client.getCollection(this.name));
    if (info.status === 'green') return 1;
    // A point has two to four vectors, so this is an estimate; it stays below 1 until the status is green.
    return Math.min(0.99, (info.indexed_vectors_count ?? 0) / Math.max(1, 2 * (info.points_count ?? 0)));
  }

  async upsert(points: readonly Point[]): Promise<void> {
    for (let from = 0; from < points.length; from += WRITE_POINTS) {
      const records = points.slice(from, from + WRITE_POINTS).map(recordOf);
      await asking(() => this.#clients.write.upsert(this.name, { wait: true, points: records }));
    }
  }

  async delete(assetIds: readonly string[]): Promise<void> {
    if (assetIds.length === 0) return;
    await asking(() => this.#clients.write.delete(this.name, { wait: true, points: assetIds.map(pointId) }));
  }

  async contentVersions(assetIds: readonly string[]): Promise<Map<string, string>> {
    const records = await this.#records(assetIds, ['asset_id', 'content_version'], false);
    return new Map(
      records.map(({ payload }) => [textIn(payload, 'asset_id'), textIn(payload, 'content_version')]),
    );
  }

  /** The server merges segments and builds its graphs by itself; it scans points that are not indexed yet. */
  optimize(): Promise<void> {
    return Promise.resolve();
  }

  async retrieve(query: RetrieveQuery, call: CallContext): Promise<RankedList[]> {
    const lists = listsOf(query);
    if (lists.length === 0) return [];
    const rest = await this.#shared(query);
    // One round trip. The service fuses the lists itself, because the server's fusion does not return ranks.
    const answers = await this.#clients.reading(
      (client) =>
        client.queryBatch(this.name, {
          searches: lists.map(({ search }) => ({ ...search, ...rest })),
          timeout: secondsLeft(call),
        }),
      call,
    );
    const candidates = await this.#candidates(
      answers.map(({ points }) => points),
      query,
    );
    return lists.map(({ name }, position) => ({ name, candidates: candidates[position] ?? [] }));
  }

  async nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined> {
    const id = pointId(assetId);
    const [seed] = await this.#records([assetId], [], false);
    if (seed === undefined) return undefined;
    const { filter, ...rest } = await this.#shared(query);
    const { points } = await this.#clients.reading(
      (client) =>
        client.query(this.name, {
          ...rest,
          query: { nearest: id },
          using: 'image',
          filter: { ...filter, must_not: [{ has_id: [id] }] },
          timeout: secondsLeft(call),
        }),
      call,
    );
    const [candidates = []] = await this.#candidates([points], query);
    return candidates;
  }

  async list(query: ListQuery & { order?: Order | undefined }, call: CallContext): Promise<Candidate[]> {
    const points = await (query.order === undefined
      ? this.#scroll(query, call)
      : this.#scrollByDate(query, query.order, call));
    const candidates = points.map(({ payload }) => toCandidate({ score: 1, payload }, query));
    this.#known.forget(candidates.map(({ assetId }) => assetId));
    return candidates;
  }

  /** The server's order leaves out points without a date, and those of equal dates are in the order of their ids. */
  async #scrollByDate(query: ListQuery, order: Order, call: CallContext): Promise<Schemas['Record'][]> {
    const direction = order === 'newest' ? 'desc' : 'asc';
    const dated = await this.#scroll(query, call, { order_by: { key: 'created.from', direction } });
    const undated: Schemas['Filter'] = { must: [{ is_empty: { key: 'created' } }] };
    const rest = { ...query, listLimit: query.listLimit - dated.length };
    const points = [
      ...dated,
      ...(rest.listLimit > 0 ? await this.#scroll(rest, call, { filter: undated }) : []),
    ];
    const sortable = points.map((point) => ({
      point,
      assetId: textIn(point.payload, 'asset_id'),
      created: facetsIn(point.payload).created,
    }));
    return sortable.sort(byDate(order)).map(({ point }) => point);
  }

  /** Scroll returns points in the order of their ids. @param narrowed Its filter holds beside the query's. */
  async #scroll(
    query: ListQuery,
    call: CallContext,
    { filter: also, ...narrowed }: Pick<Schemas['ScrollRequest'], 'order_by' | 'filter'> = {},
  ): Promise<Schemas['Record'][]> {
    const must = [filterAll(query.filters), also].flatMap((filter) => filter ?? []);
    const { points } = await this.#clients.reading(
      (client) =>
        client.scroll(this.name, {
          limit: query.listLimit,
          with_payload: [...payloadOf(query), 'created'],
          with_vector: false,
          timeout: secondsLeft(call),
          ...(must.length > 0 && { filter: { must } }),
          ...narrowed,
        }),
      call,
    );
    return points;
  }

  async count(filters: readonly Filter[], call: CallContext): Promise<number> {
    const filter = filterAll(filters);
    const { count } = await this.#clients.reading(
      (client) => client.count(this.name, { exact: false, ...(filter && { filter }) }),
      call,
    );
    return count;
  }

  async facets(assetIds: readonly string[]): Promise<Map<string, Facets>> {
    const records = await this.#records(assetIds, FACET_FIELDS, false);
    return new Map(records.map(({ payload }) => [textIn(payload, 'asset_id'), facetsIn(payload)]));
  }

  looks(assetIds: readonly string[]): Promise<Map<string, Look>> {
    return this.#known.looks(assetIds, (unknown) =>
      this.#records(unknown, [...FACET_FIELDS, TERMS_FIELD], ['image']),
    );
  }

  async localFeatures(assetIds: readonly string[]): Promise<Map<string, string>> {
    const records = await this.#records(assetIds, ['asset_id', 'local_features'], false);
    return new Map(
      records.flatMap(({ payload }) => {
        const features = localFeaturesIn(payload);
        return features === null ? [] : [[textIn(payload, 'asset_id'), features] as const];
      }),
    );
  }

  /** Scroll returns points in the order of their ids, which are hashes: the first ones are an even sample. */
  async *sampleWords(pointsMax: number): AsyncIterable<string[][]> {
    let read = 0;
    for await (const points of this.#pages(['words'])) {
      yield points.flatMap(({ payload }) => {
        const words = joinedIn(payload, 'words');
        return words.length === 0 ? [] : [words];
      });
      read += points.length;
      if (read >= pointsMax) return;
    }
  }

  async *ids(): AsyncIterable<string[]> {
    for await (const points of this.#pages(['asset_id']))
      yield points.map(({ payload }) => textIn(payload, 'asset_id'));
  }

  async read(assetIds: readonly string[]): Promise<Point[]> {
    return (await this.#records(assetIds, true, [...targetsOf(this.model)])).map(pointOf);
  }

  async *#pages(payload: string[]): AsyncIterable<Schemas['Record'][]> {
    let offset: string | undefined;
    do {
      const page = await this.#clients.reading((client) =>
        client.scroll(this.name, {
          limit: SCROLL_POINTS,
          with_payload: payload,
          with_vector: false,
          ...(offset !== undefined && { offset }),
        }),
      );
      // Ids are UUIDs.
      offset = typeof page.next_page_offset === 'string' ? page.next_page_offset : undefined;
      yield page.points;
    } while (offset !== undefined);
  }

  async #records(
    assetIds: readonly string[],
    payload: string[] | boolean,
    vectors: string[] | false,
  ): Promise<Schemas['Record'][]> {
    return this.#points(assetIds.map(pointId), payload, vectors);
  }

  async #points(
    ids: string[],
    payload: string[] | boolean,
    vectors: string[] | false,
  ): Promise<Schemas['Record'][]> {
    if (ids.length === 0) return [];
    return this.#clients.reading((client: QdrantClient) =>
      client.retrieve(this.name, { ids, with_payload: payload, with_vector: vectors }),
    );
  }

  #candidates(lists: Schemas['ScoredPoint'][][], query: ListQuery): Promise<Candidate[][]> {
    return this.#known.candidates(lists, query, (ids, fields) => this.#points(ids, fields, false));
  }

  async #shared(query: ListQuery) {
    const { filters, listLimit } = query;
    const filter = filterAll(filters);
    const points = await this.#roughCount();
    return {
      limit: listLimit,
      with_payload: this.#known.fieldsOf(query),
      with_vector: false,
      params: searchParams({ points, listLimit, isFiltered: filter !== undefined }, this.#quantization),
      ...(filter && { filter }),
    };
  }

  /** At most one minute old: it only distinguishes a small collection from a large one. */
  async #roughCount(): Promise<number> {
    if (this.#counted === undefined || Date.now() - this.#counted.at > COUNT_TTL_MS) {
      const { count } = await this.#clients.reading((client) => client.count(this.name, { exact: false }));
      this.#counted = { points: count, at: Date.now() };
    }
    return this.#counted.points;
  }
}

/** At 1,024 dimensions half of the server's limit for a request, 32 MiB. */
const WRITE_POINTS = 500;
const SCROLL_POINTS = 500;
const COUNT_TTL_MS = 60_000;

/** The server counts whole seconds. */
function secondsLeft({ deadlineAt }: CallContext): number {
  return Math.max(1, Math.ceil((deadlineAt - Date.now()) / 1_000));
}
