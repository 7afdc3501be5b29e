import type { Point as WirePoint, RetrievalServiceHandlers } from '@imagesearch/contracts/messages';
import { languageOf } from '@imagesearch/lexicon/languages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { serverStreaming, unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import { checkAssetIds, checkCount, checkFingerprint, checkWords, namedRebuild } from './checks.js';
import type { Candidate } from './index/candidate.js';
import type { Point } from './index/point.js';
import type { IndexReads } from './index/vector-index.js';
import { listByDate, listUnranked, search } from './search.js';
import type { ServingIndex } from './serving-index.js';
import {
  candidatesToWire,
  dimensionsFromWire,
  KEPT_PARTS,
  pointFromWire,
  searchFromWire,
  type SearchFromWire,
} from './wire.js';
import { countValues } from './value-counts.js';
import { filtersFromWire } from './wire-filters.js';
import type { SpellingChecker } from './words/spelling-checker.js';

export interface RpcParts {
  logger: Logger;
  index: ServingIndex;
  spelling: SpellingChecker;
}

/** Each RPC of the service: what it checks of a request, whom it asks, and what it answers. */
export function createHandlers(parts: RpcParts): RetrievalServiceHandlers {
  return { ...pointHandlers(parts), ...searchHandlers(parts), ...rebuildHandlers(parts) };
}

type Handlers<Name extends string> = Pick<RetrievalServiceHandlers, Name>;

const POINTS_MAX = 500;

function pointHandlers({
  logger,
  index,
  spelling,
}: RpcParts): Handlers<
  'UpsertPoints' | 'DeletePoints' | 'GetPointVersions' | 'ListPointVersions' | 'OptimizeIndex'
> {
  return {
    UpsertPoints: unary(logger, async ({ modelFingerprint, points, rebuildId, dimensions }) => {
      checkCount(points.length, POINTS_MAX, ['points']);
      checkFingerprint(modelFingerprint);
      const written = await writtenPoints(index, points);
      const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
      await index.upsert(model, written, namedRebuild(rebuildId));
      return {};
    }),
    DeletePoints: unary(logger, async ({ assetIds }) => {
      checkAssetIds(assetIds);
      await index.delete(assetIds);
      return {};
    }),
    GetPointVersions: unary(logger, async ({ assetIds, rebuildId }) => {
      checkAssetIds(assetIds);
      const versions = await index.contentVersions(assetIds, namedRebuild(rebuildId));
      return { contentVersions: Object.fromEntries(versions) };
    }),
    ListPointVersions: serverStreaming(logger, async function* () {
      for await (const contentVersions of index.allVersions()) yield { contentVersions };
    }),
    OptimizeIndex: unary(logger, async () => {
      await index.optimize();
      spelling.outdate();
      return {};
    }),
  };
}

/** The last point of an asset counts, as it would in two requests. */
async function writtenPoints(index: ServingIndex, points: readonly WirePoint[]): Promise<Point[]> {
  const keeping = points.filter(({ keepsVectors }) => keepsVectors).map(({ assetId }) => assetId);
  const kept = await index.reading((present) => present.read(keeping, KEPT_PARTS));
  const written = new Map<string, Point>();
  for (const [position, point] of points.entries()) {
    const { assetId, keepsVectors } = point;
    if (keepsVectors && !kept.has(assetId)) continue;
    written.set(
      assetId,
      pointFromWire(point, ['points', position], keepsVectors ? kept.get(assetId) : undefined),
    );
  }
  return [...written.values()];
}

/** More preferences say no more. */
const LANGUAGES_READ_MAX = 8;

function searchHandlers({ logger, index, spelling }: RpcParts): Handlers<'SearchPoints' | 'CheckSpelling'> {
  return {
    SearchPoints: unary(logger, async (request, call) => {
      const query = searchFromWire(request);
      const isEmpty = query.words.trim() === '' && query.vectors.length === 0 && query.seed === undefined;
      const seen = request.seen && filtersFromWire(request.seen, ['seen']);
      const hyponyms = await spelling.hyponymsOf(query.words, seen, call);
      const further = hyponyms.flatMap((ofWord) => ofWord.hyponyms);
      return index.reading(async (points) => {
        const { candidates, matching } = isEmpty
          ? await listed(points, query, call)
          : await search(points, { ...query, hyponyms: further }, call);
        const told = await toldOf(points, candidates, query);
        const counted = isEmpty
          ? { filters: query.filters, matching }
          : { assetIds: candidates.map(({ assetId }) => assetId) };
        return {
          candidates: candidatesToWire(candidates, told),
          backend: index.backend,
          hyponyms,
          counts: await countValues(points, counted, query.counted),
          ...(matching !== undefined && { matching }),
        };
      }, query);
    }),
    CheckSpelling: unary(logger, async ({ words, exact, language, languagesRead, seen: wireSeen }, call) => {
      const read = languagesRead.slice(0, LANGUAGES_READ_MAX).flatMap((tag) => languageOf(tag) ?? []);
      const languages = { stated: languageOf(language), read, first: languageOf(languagesRead[0] ?? '') };
      const seen = wireSeen && filtersFromWire(wireSeen, ['seen']);
      const checked = await spelling.check(checkWords(words), { exact, languages, seen }, call);
      return { ...checked, didYouMean: checked.didYouMean ?? '' };
    }),
  };
}

function listed(points: IndexReads, query: SearchFromWire, call: CallContext) {
  const { order, paletteNear } = query;
  return order === undefined || paletteNear !== undefined
    ? listUnranked(points, query, call)
    : listByDate(points, { ...query, order }, call);
}

/** Texts are those of the image that was found, dates those of the image that stands for it. */
async function toldOf(
  points: IndexReads,
  candidates: readonly Candidate[],
  { words, order }: SearchFromWire,
) {
  const [shown, found] = await Promise.all([
    points.read(order === undefined ? [] : candidates.map(({ assetId }) => assetId), ['facets']),
    points.read(words.trim() === '' ? [] : candidates.map(({ bestId }) => bestId), ['texts']),
  ]);
  return ({ assetId, bestId }: Candidate) => {
    const created = shown.get(assetId)?.facets.created;
    const texts = found.get(bestId)?.texts;
    return { ...(created && { createdMs: created.from }), ...(texts !== undefined && { texts }) };
  };
}

function rebuildHandlers({
  logger,
  index,
}: RpcParts): Handlers<'DescribeIndex' | 'StartRebuild' | 'PublishRebuild' | 'AbandonRebuild'> {
  return {
    DescribeIndex: unary(logger, async ({ approximate }) => {
      const { rebuild, ...described } = await index.describe({ approximate });
      return { backend: index.backend, ...described, ...(rebuild && { rebuild }) };
    }),
    StartRebuild: unary(logger, async ({ modelFingerprint, dimensions }) => {
      checkFingerprint(modelFingerprint);
      const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
      return { rebuildId: await index.rebuilds.start(model) };
    }),
    PublishRebuild: unary(logger, async ({ rebuildId, allowMissing }, call) => {
      await index.rebuilds.publish(rebuildId, { allowMissing }, call);
      return {};
    }),
    AbandonRebuild: unary(logger, async ({ rebuildId }) => {
      await index.rebuilds.abandon(rebuildId);
      return {};
    }),
  };
}
