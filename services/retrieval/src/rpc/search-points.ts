import type {
  SameImage,
  SearchPointsRequest,
  SearchPointsResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { invalid } from '@imagesearch/service-kit/errors';
import { COMPARED_MAX } from '../app/known-images.js';
import { LIST_LIMIT_MAX } from '../app/list-limits.js';
import { listUnranked } from '../app/list-unranked.js';
import { search, type SearchQuery } from '../app/search.js';
import type { RetrievalContext } from '../context.js';
import { WORDS_LIST } from '../domain/fusion.js';
import type { QueryLook } from '../domain/same-image.js';
import { candidatesToWire } from './candidates-to-wire.js';
import {
  checkAssetId,
  checkCount,
  checkFingerprint,
  checkLocalFeatures,
  checkPerceptualHash,
  checkRange,
  checkText,
  checkWeight,
  checkWords,
  LIMIT_MAX,
} from './checks.js';
import {
  excludedWordsFromWire,
  filtersFromWire,
  paletteFromWire,
  paletteNearFromWire,
  queryVectorFromWire,
} from './converters.js';
import { createTextPacker } from './text-packer.js';

const VECTORS_MAX = 8;
const HASHES_MAX = 4;
const SIZES_MAX = 16;
const KINDS_MAX = 256;
const KIND_LENGTH_MAX = 64;

export function searchPoints({ index }: RetrievalContext) {
  const packTexts = createTextPacker();
  return async (request: SearchPointsRequest, call: CallContext): Promise<SearchPointsResponseInput> => {
    const query = queryFromWire(request);
    const isEmpty = query.words.trim() === '' && query.vectors.length === 0;
    if (isEmpty && !request.unranked) {
      throw invalid({
        loc: ['words'],
        msg: 'words or a vector are required, or unranked',
        type: 'query_missing',
      });
    }
    const { candidates, nearest, isUnchanged } = isEmpty
      ? { ...NOTHING_COMPARED, candidates: await listUnranked(index, query, call) }
      : await search(index, query, call);
    const { packedLists } = request;
    return {
      ...candidatesToWire({ candidates, lists: listsOf(query), packedLists, packTexts }),
      backend: index.backend,
      nearest: [...nearest],
      unchanged: isUnchanged,
    };
  };
}

const listsOf = ({ vectors }: SearchQuery): string[] => [WORDS_LIST, ...vectors.map(({ name }) => name)];

const NOTHING_COMPARED = { nearest: [], isUnchanged: false };

function queryFromWire(request: SearchPointsRequest): SearchQuery {
  const { modelFingerprint, listLimit } = request;
  checkCount(request.vectors.length, VECTORS_MAX, ['vectors']);
  const vectors = request.vectors.map((vector, at) => queryVectorFromWire(vector, ['vectors', at]));
  if (vectors.length > 0) checkFingerprint(modelFingerprint);
  const query = {
    words: checkWords(request.words),
    kinds: checkKinds(request.kinds),
    vectors,
    modelFingerprint: modelFingerprint === '' ? undefined : modelFingerprint,
    filters: [...filtersFromWire(request.filters), ...excludedWordsFromWire(request.excludedWords)],
    paletteNear: paletteNearFromWire(request.filters),
    limit: checkRange(request.limit, 1, LIMIT_MAX, ['limit']),
    listLimit: listLimit === 0 ? undefined : checkRange(listLimit, 1, LIST_LIMIT_MAX, ['list_limit']),
    wordsWeight: checkWeight(request.wordsWeight, ['words_weight']),
    keepDuplicates: request.keepDuplicates,
    sameImage: sameImageFromWire(request.sameImage),
    withTexts: request.withTexts,
  };
  checkLists(query);
  return query;
}

function checkKinds(kinds: readonly string[]): readonly string[] {
  checkCount(kinds.length, KINDS_MAX, ['kinds']);
  for (const [at, kind] of kinds.entries()) checkText(kind, KIND_LENGTH_MAX, ['kinds', at]);
  return kinds;
}

function sameImageFromWire(wire: SameImage | null): QueryLook | undefined {
  if (wire === null) return undefined;
  const { perceptualHashes, localFeatures, nearest } = wire;
  checkRange(perceptualHashes.length, 1, HASHES_MAX, ['same_image', 'perceptual_hashes']);
  checkCount(localFeatures.length, SIZES_MAX, ['same_image', 'local_features']);
  checkCount(nearest.length, COMPARED_MAX, ['same_image', 'nearest']);
  return {
    perceptualHashes: perceptualHashes.flatMap(
      (hash, at) => checkPerceptualHash(hash, ['same_image', 'perceptual_hashes', at]) ?? [],
    ),
    palette: paletteFromWire(wire, ['same_image']),
    localFeatures: localFeatures.flatMap(
      (features, at) => checkLocalFeatures(features, ['same_image', 'local_features', at]) ?? [],
    ),
    nearest: nearest.map((assetId, at) => checkAssetId(assetId, ['same_image', 'nearest', at])),
  };
}

/** List names are unique, and at least one weight is above 0. */
function checkLists({ words, vectors, wordsWeight }: SearchQuery): void {
  const names = vectors.map(({ name }) => name);
  const repeated = names.findIndex((name, at) => names.indexOf(name) < at);
  if (repeated >= 0) {
    throw invalid({ loc: ['vectors', repeated, 'name'], msg: 'the name is used twice', type: 'list_name' });
  }
  const weights = [...(words.trim() === '' ? [] : [wordsWeight]), ...vectors.map(({ weight }) => weight)];
  if (weights.length > 0 && weights.every((weight) => weight === 0)) {
    throw invalid({ loc: ['vectors'], msg: 'at least one weight must be above 0', type: 'weights' });
  }
}
