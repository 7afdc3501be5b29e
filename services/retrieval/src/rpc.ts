import type { Point as WirePoint, RetrievalServiceHandlers } from '@imagesearch/contracts/messages';
import { languageOf } from '@imagesearch/lexicon/languages';
import { invalid } from '@imagesearch/service-kit/errors';
import { unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import {
  checkAssetId,
  checkAssetIds,
  checkCount,
  checkFingerprint,
  checkWords,
  namedRebuild,
} from './checks.js';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from './index/candidate.js';
import type { Facets, Point } from './index/point.js';
import type { VectorIndex } from './index/vector-index.js';
import { listUnranked, search } from './search.js';
import { findSimilar } from './similar.js';
import {
  candidatesToWire,
  dimensionsFromWire,
  pointFromWire,
  searchFromWire,
  wantedFromWire,
  type AnsweredFacts,
} from './wire.js';
import { countValues } from './value-counts.js';
import { filtersFromWire } from './wire-filters.js';
import type { SpellingChecker } from './words/spelling-checker.js';

export interface RpcParts {
  logger: Logger;
  index: VectorIndex;
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
}: RpcParts): Handlers<'UpsertPoints' | 'DeletePoints' | 'GetPointVersions' | 'OptimizeIndex'> {
  return {
    UpsertPoints: unary(logger, async ({ modelFingerprint, points, rebuildId, dimensions }) => {
      checkCount(points.length, POINTS_MAX, ['points']);
      checkFingerprint(modelFingerprint);
      const written = await writtenPoints(index, points);
      const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
      await index.upsert(model, written, namedRebuild(rebuildId));
      return { upserted: written.length };
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
    OptimizeIndex: unary(logger, async () => {
      await index.optimize();
      spelling.outdate();
      return {};
    }),
  };
}

/** The last point of an asset counts, as it would in two requests. */
async function writtenPoints(index: VectorIndex, points: readonly WirePoint[]): Promise<Point[]> {
  const keeping = points.filter(({ keepsVectors }) => keepsVectors).map(({ assetId }) => assetId);
  const indexed = keeping.length === 0 ? [] : await index.read(keeping);
  const kept = new Map(indexed.map((point) => [point.assetId, point]));
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

function searchHandlers({
  logger,
  index,
  spelling,
}: RpcParts): Handlers<'SearchPoints' | 'FindSimilarPoints' | 'CheckSpelling'> {
  return {
    SearchPoints: unary(logger, async (request, call) => {
      const query = searchFromWire(request);
      const isEmpty = query.words.trim() === '' && query.vectors.length === 0;
      if (isEmpty && !request.unranked) {
        const msg = 'words or a vector are required, or unranked';
        throw invalid({ loc: ['words'], msg, type: 'query_missing' });
      }
      const hyponyms = await spelling.hyponymsOf(query.words, call);
      const further = hyponyms.flatMap((ofWord) => ofWord.hyponyms);
      const { candidates, matching } = isEmpty
        ? await listUnranked(index, query, call)
        : await search(index, { ...query, hyponyms: further }, call);
      const facetsOf = await facetsOfAnswer(index, candidates, query, call);
      return {
        candidates: candidatesToWire(candidates, query.order && facetsOf),
        backend: index.backend,
        hyponyms,
        counts: countValues([...facetsOf.values()], query.counted),
        ...(matching !== undefined && { matching }),
      };
    }),
    FindSimilarPoints: unary(logger, async (request, call) => {
      const assetId = checkAssetId(request.assetId, ['asset_id']);
      const { candidates, matching } = await findSimilar(
        index,
        { assetId, ...wantedFromWire(request) },
        call,
      );
      return {
        candidates: candidatesToWire(candidates),
        backend: index.backend,
        ...(matching !== undefined && { matching }),
      };
    }),
    CheckSpelling: unary(logger, async ({ words, exact, language, languagesRead, seen: wireSeen }, call) => {
      const read = languagesRead.slice(0, LANGUAGES_READ_MAX).flatMap((tag) => languageOf(tag) ?? []);
      const languages = { stated: languageOf(language), read };
      const seen = wireSeen && filtersFromWire(wireSeen, ['seen']);
      const checked = await spelling.check(checkWords(words), { exact, languages, seen }, call);
      return { ...checked, didYouMean: checked.didYouMean ?? '' };
    }),
  };
}

/** Of the candidates, where the answer says more of them than that they were found. */
function facetsOfAnswer(
  index: VectorIndex,
  candidates: readonly Candidate[],
  { order, counted }: AnsweredFacts,
  call: CallContext,
): Promise<Map<string, Facets>> {
  if (order === undefined && counted.length === 0) return Promise.resolve(new Map<string, Facets>());
  return index.facets(
    candidates.map(({ assetId }) => assetId),
    call,
  );
}

function rebuildHandlers({
  logger,
  index,
}: RpcParts): Handlers<'DescribeIndex' | 'StartRebuild' | 'PublishRebuild' | 'AbandonRebuild'> {
  return {
    DescribeIndex: unary(logger, async ({ approximate }) => {
      const { points, model, settled, rebuild } = await index.describe({ approximate });
      return {
        backend: index.backend,
        points,
        modelFingerprint: model?.fingerprint ?? '',
        settled,
        ...(rebuild && {
          rebuild: {
            rebuildId: rebuild.id,
            modelFingerprint: rebuild.model.fingerprint,
            points: rebuild.points,
          },
        }),
      };
    }),
    StartRebuild: unary(logger, async ({ modelFingerprint, dimensions }) => {
      checkFingerprint(modelFingerprint);
      const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
      return { rebuildId: await index.startRebuild(model) };
    }),
    PublishRebuild: unary(logger, async ({ rebuildId, allowMissing }, call) => {
      await index.publishRebuild(rebuildId, { allowMissing }, call);
      return {};
    }),
    AbandonRebuild: unary(logger, async ({ rebuildId }) => {
      await index.abandonRebuild(rebuildId);
      return {};
    }),
  };
}
