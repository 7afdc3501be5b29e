import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Schemas } from '@qdrant/js-client-rest';
import { byScoreThenId, candidateOf, type Candidate, type RankedList } from '../candidate.js';
import type { IndexedModel } from '../model.js';
import { pointId } from '../names.js';
import type { Point, PointPart } from '../point.js';
import { type QdrantClients, asking } from './client.js';
import { fieldOf, filterAll, listsOf, searchParams } from './queries.js';
import { askedFor, assetIdIn, partsById, partsOf, recordOf } from './schema.js';
import type { Quantization } from '../recall-policy.js';
import type {
  Collection,
  Filter,
  ListPlace,
  ListQuery,
  Order,
  OrderedQuery,
  PartsById,
  RetrieveQuery,
  SomePoints,
} from '../vector-index.js';

interface QdrantCollectionParts {
  name: string;
  model: IndexedModel;
  quantization: Quantization;
  /** Some seconds old: it only distinguishes a small collection from a large one. */
  roughPoints: number;
}

/** Some of the points of a list, in the order of their ids or of a field. */
interface ScrolledPart extends Pick<Schemas['ScrollRequest'], 'order_by' | 'filter'> {
  /** The id of the point that comes before them. */
  after?: string;
}

/**
 * By date, in parts that are scrolled one after the other: the server's order leaves out points without a date. Points of equal
 * dates are in the order of their ids.
 */
function partsOfOrder(order: Order, place: ListPlace | undefined): ScrolledPart[] {
  const key = fieldOf('created', 'from');
  const order_by = { key, direction: order === 'newest' ? ('desc' as const) : ('asc' as const) };
  const undated = { filter: { must: [{ is_empty: { key: fieldOf('created') } }] } };
  if (place === undefined) return [{ order_by }, undated];
  const { createdMs } = place;
  const after = pointId(place.assetId);
  if (createdMs === undefined) return [{ ...undated, after }];
  const within = (range: Schemas['Range']) => ({ filter: { must: [{ key, range }] } });
  return [
    { ...within({ gte: createdMs, lte: createdMs }), after },
    { ...within(order === 'newest' ? { lt: createdMs } : { gt: createdMs }), order_by },
    undated,
  ];
}

export class QdrantCollection implements Collection {
  readonly name: string;
  readonly model: IndexedModel;
  readonly #clients: QdrantClients;
  readonly #quantization: Quantization;
  readonly #roughPoints: number;

  constructor(clients: QdrantClients, { name, model, quantization, roughPoints }: QdrantCollectionParts) {
    this.name = name;
    this.model = model;
    this.#clients = clients;
    this.#quantization = quantization;
    this.#roughPoints = roughPoints;
  }

  async size(): Promise<number> {
    return (await this.#clients.reading((client) => client.count(this.name, { exact: true }))).count;
  }

  async state() {
    const info = await this.#clients.reading((client) => client.getCollection(this.name));
    const points = info.points_count ?? 0;
    // A point has two to four vectors, so this is an estimate; it stays below 1 until the status is green.
    const estimated = Math.min(0.99, (info.indexed_vectors_count ?? 0) / Math.max(1, 2 * points));
    return { points, indexedShare: info.status === 'green' ? 1 : estimated };
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

  /** The server merges segments and builds its graphs by itself; it scans points that are not indexed yet. */
  optimize(): Promise<void> {
    return Promise.resolve();
  }

  async retrieve(query: RetrieveQuery, call: CallContext): Promise<RankedList[]> {
    const lists = listsOf(query);
    if (lists.length === 0) return [];
    const rest = this.#shared(query);
    // One round trip. The service fuses the lists itself, because the server's fusion does not return ranks.
    const answers = await this.#clients.reading(
      (client) =>
        client.queryBatch(this.name, {
          searches: lists.map(({ search }) => ({ ...search, ...rest })),
          timeout: secondsLeft(call),
        }),
      call,
    );
    const candidates = await this.#candidates(answers.map(({ points }) => points));
    return lists.map(({ name }, position) => ({ name, candidates: candidates[position] ?? [] }));
  }

  async list(query: OrderedQuery, call: CallContext): Promise<Candidate[]> {
    const { order, after, ...listed } = query;
    const points: Schemas['Record'][] = [];
    for (const part of order === undefined ? [{}] : partsOfOrder(order, after)) {
      const listLimit = query.listLimit - points.length;
      if (listLimit > 0) points.push(...(await this.#scroll({ ...listed, listLimit }, call, part)));
    }
    return points.map((point) => toCandidate(point, 1));
  }

  /** Scroll returns points in the order of their ids. @param narrowed Its filter holds beside the query's. */
  async #scroll(
    query: ListQuery,
    call: CallContext,
    { filter: also, after, ...narrowed }: ScrolledPart,
  ): Promise<Schemas['Record'][]> {
    const must = [filterAll(query.filters), also].flatMap((filter) => filter ?? []);
    const { points } = await this.#clients.reading(
      (client) =>
        client.scroll(this.name, {
          // The server begins with the point that it is to go on from, unless that one is gone.
          limit: query.listLimit + Number(after !== undefined),
          ...(after !== undefined && { offset: after }),
          with_payload: [...CANDIDATE_FIELDS, fieldOf('created')],
          with_vector: false,
          timeout: secondsLeft(call),
          ...(must.length > 0 && { filter: { must } }),
          ...narrowed,
        }),
      call,
    );
    return points.filter(({ id }) => id !== after).slice(0, query.listLimit);
  }

  async count(filters: readonly Filter[], call: CallContext): Promise<number> {
    const filter = filterAll(filters);
    const { count } = await this.#clients.reading(
      (client) => client.count(this.name, { exact: false, ...(filter && { filter }) }),
      call,
    );
    return count;
  }

  async read<Part extends PointPart>(
    assetIds: readonly string[],
    parts: readonly Part[],
  ): Promise<PartsById<Part>> {
    return partsById(await this.#records(assetIds.map(pointId), askedFor(parts, this.model)), parts);
  }

  /** Scroll returns points in the order of their ids, which are hashes: the first ones are an even sample. */
  async *pages<Part extends PointPart>(
    parts: readonly Part[],
    { filters, pointsMax }: SomePoints = { filters: [], pointsMax: Infinity },
  ): AsyncIterable<PartsById<Part>> {
    const filter = filterAll(filters);
    const asked = { limit: SCROLL_POINTS, ...askedFor(parts, this.model), ...(filter && { filter }) };
    let read = 0;
    let offset: string | undefined;
    do {
      const page = await this.#clients.reading((client) =>
        client.scroll(this.name, { ...asked, ...(offset !== undefined && { offset }) }),
      );
      // Ids are UUIDs.
      offset = typeof page.next_page_offset === 'string' ? page.next_page_offset : undefined;
      yield partsById(page.points, parts);
      read += page.points.length;
    } while (offset !== undefined && read < pointsMax);
  }

  async #records(
    ids: string[],
    asked: Pick<Schemas['PointRequest'], 'with_payload' | 'with_vector'>,
  ): Promise<Schemas['Record'][]> {
    if (ids.length === 0) return [];
    return this.#clients.reading((client) => client.retrieve(this.name, { ids, ...asked }));
  }

  /** One read for all lists: with each list, the server would send a payload as often as lists hold its point. */
  async #candidates(lists: Schemas['ScoredPoint'][][]): Promise<Candidate[][]> {
    const ids = [...new Set(lists.flat().map(({ id }) => String(id)))];
    const records = await this.#records(ids, { with_payload: CANDIDATE_FIELDS, with_vector: false });
    const byId = new Map(records.map((record) => [record.id, record]));
    return lists.map((list) =>
      list
        .flatMap(({ id, score }) => {
          const record = byId.get(id);
          return record === undefined ? [] : [toCandidate(record, score)];
        })
        .sort(byScoreThenId),
    );
  }

  #shared({ filters, listLimit }: ListQuery) {
    const filter = filterAll(filters);
    const points = this.#roughPoints;
    return {
      limit: listLimit,
      with_payload: false,
      with_vector: false,
      params: searchParams({ points, listLimit, isFiltered: filter !== undefined }, this.#quantization),
      ...(filter && { filter }),
    };
  }
}

const CANDIDATE_FIELDS = ['assetId', 'perceptualHash'];

function toCandidate(record: Schemas['Record'], score: number): Candidate {
  return candidateOf({ assetId: assetIdIn(record), score, ...partsOf(record, ['perceptualHash']) });
}

/** At 1,024 dimensions half of the server's limit for a request, 32 MiB. */
const WRITE_POINTS = 500;
const SCROLL_POINTS = 500;

/** The server counts whole seconds. */
function secondsLeft({ deadlineAt }: CallContext): number {
  return Math.max(1, Math.ceil((deadlineAt - Date.now()) / 1_000));
}
