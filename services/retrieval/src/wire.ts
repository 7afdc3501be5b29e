import type {
  CandidateInput,
  Dimensions,
  Place,
  Point as WirePoint,
  QueryVector as WireQueryVector,
  SameImage,
  SearchPointsRequest,
  Vector,
} from '@imagesearch/contracts/messages';
import { joinTexts } from '@imagesearch/contracts/candidate-texts';
import { snakeCase } from '@imagesearch/facets/facets';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { check } from '@imagesearch/service-kit/errors';
import {
  checkAssetId,
  checkCount,
  checkFingerprint,
  checkForm,
  checkNumber,
  checkText,
  checkWords,
  LIMIT_MAX,
  TEXT_LENGTH_MAX,
  type Loc,
} from './checks.js';
import { WORDS_LIST, type Candidate } from './index/candidate.js';
import type { IndexedModel, VectorTarget } from './index/model.js';
import type { Point } from './index/point.js';
import type { ListPlace, Order } from './index/vector-index.js';
import type { QueryLook } from './rank/same-image.js';
import type { SearchQuery, WeightedVector } from './search.js';
import {
  excludedWordsFromWire,
  facetsFromWire,
  filtersFromWire,
  paletteFromWire,
  paletteNearFromWire,
} from './wire-filters.js';
import { checkCounted, type CountedProperty } from './value-counts.js';
import { describingWords, weightedTerms } from './words/terms.js';

const VECTORS_MAX = 8;
const HASHES_MAX = 4;
const SIZES_MAX = 16;
const DIMENSIONS_MAX = 4_096;
const WEIGHT_MAX = 1_000;
const LOCAL_FEATURES_LENGTH_MAX = 16_384;
const LIST_NAME = /^[a-z0-9_]{1,32}$/;
const PERCEPTUAL_HASH = /^[0-9a-f]{16}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export interface SearchFromWire extends Omit<SearchQuery, 'hyponyms'> {
  order: Order | undefined;
  after: ListedAfter | undefined;
  counted: readonly CountedProperty[];
}

/** Where a list by date goes on: what fails a soft filter comes after all other images. */
export interface ListedAfter extends ListPlace {
  isUnmet: boolean;
}

const ORDERS = {
  ORDER_UNSPECIFIED: undefined,
  ORDER_NEWEST: 'newest',
  ORDER_OLDEST: 'oldest',
} as const satisfies Record<SearchPointsRequest['order'], Order | undefined>;

export function searchFromWire(request: SearchPointsRequest): SearchFromWire {
  const { modelFingerprint } = request;
  checkCount(request.vectors.length, VECTORS_MAX, ['vectors']);
  const vectors = request.vectors.map((vector, at) => queryVectorFromWire(vector, ['vectors', at]));
  if (vectors.length > 0) checkFingerprint(modelFingerprint);
  const query = {
    words: checkWords(request.words),
    vectors,
    modelFingerprint: modelFingerprint === '' ? undefined : modelFingerprint,
    filters: [...filtersFromWire(request.filters), ...excludedWordsFromWire(request.excludedWords)],
    softFilters: filtersFromWire(request.softFilters, ['soft_filters']),
    softMin: request.softMin,
    paletteNear: paletteNearFromWire(request.filters),
    limit: checkNumber(request.limit, 1, LIMIT_MAX, ['limit']),
    seed: request.seed === '' ? undefined : checkAssetId(request.seed, ['seed']),
    sameImage: sameImageFromWire(request.sameImage),
    order: ORDERS[request.order],
    after: request.after ? afterFromWire(request.after) : undefined,
    counted: checkCounted(request.counted),
  };
  checkLists(query);
  return query;
}

function afterFromWire({ assetId, createdMs, unmet }: Place): ListedAfter {
  return { assetId: checkAssetId(assetId, ['after', 'asset_id']), createdMs, isUnmet: unmet };
}

/** @param told What the answer tells of them besides. */
export function candidatesToWire(
  candidates: readonly Candidate[],
  told: (candidate: Candidate) => Pick<CandidateInput, 'texts' | 'createdMs'>,
): CandidateInput[] {
  return candidates.map((candidate) => ({
    assetId: candidate.assetId,
    score: candidate.score,
    ranks: candidate.ranks,
    similarities: candidate.similarities,
    duplicates: [...candidate.duplicates],
    unmet: candidate.unmet.map(snakeCase),
    sameImage: candidate.isSameImage ?? false,
    containsImage: candidate.containsImage ?? false,
    ...(candidate.paletteCloseness !== undefined && { paletteCloseness: candidate.paletteCloseness }),
    ...told(candidate),
  }));
}

/** What an indexed point keeps where the wire leaves it out: all that is computed from pixels or words. */
export const KEPT_PARTS = [
  'image',
  'caption',
  'sight',
  'facets',
  'perceptualHash',
  'localFeatures',
] as const satisfies (keyof Point)[];

export function pointFromWire(
  point: WirePoint,
  loc: Loc,
  kept?: Pick<Point, (typeof KEPT_PARTS)[number]>,
): Point {
  const image = vectorFromWire(point.image, [...loc, 'image']) ?? kept?.image;
  check(image !== undefined, [...loc, 'image'], 'an image vector');
  checkCount(point.tags.length, METADATA_LIMITS.tagsMax, [...loc, 'tags']);
  const { perceptualHash } = point.signals ?? {};
  const { title, tags, description } = point;
  const texts = { title, tags, description };
  // One without values says that the image has none any more.
  const ofWords = (part: 'caption' | 'sight'): Float32Array | null =>
    point[part] === null ? (kept?.[part] ?? null) : (vectorFromWire(point[part], [...loc, part]) ?? null);
  return {
    assetId: checkAssetId(point.assetId, [...loc, 'asset_id']),
    contentVersion: checkText(point.contentVersion, TEXT_LENGTH_MAX, [...loc, 'content_version']),
    image,
    caption: ofWords('caption'),
    sight: ofWords('sight'),
    terms: weightedTerms(texts).join(' '),
    words: describingWords(texts).join(' '),
    texts: joinTexts(texts),
    facets: facetsFromWire(point, loc, kept?.facets),
    perceptualHash:
      perceptualHash === undefined
        ? (kept?.perceptualHash ?? null)
        : checkHash(perceptualHash, [...loc, 'signals', 'perceptual_hash']),
    localFeatures:
      checkFeatures(point.localFeatures, [...loc, 'local_features']) || (kept?.localFeatures ?? null),
  };
}

/** Of the model that computes vectors; 0 for one that it does not compute. */
export function dimensionsFromWire(dimensions: Dimensions | null): IndexedModel['dimensions'] {
  const at = (target: VectorTarget, min: number): number =>
    checkNumber(dimensions?.[target] ?? 0, min, DIMENSIONS_MAX, ['dimensions', target]);
  return { image: at('image', 1), caption: at('caption', 0), sight: at('sight', 0) };
}

/** Undefined for an empty vector. */
function vectorFromWire(vector: Vector | null, loc: Loc): Float32Array | undefined {
  if (vector === null || vector.values.length === 0) return undefined;
  checkCount(vector.values.length, DIMENSIONS_MAX, loc);
  const values = Float32Array.from(vector.values);
  let squares = 0;
  for (const value of values) squares += value * value;
  // Also rejects NaN and infinities. A vector of zeros has no direction to compare.
  check(squares > 0 && Number.isFinite(squares), loc, 'finite numbers that are not all zero');
  return values;
}

function queryVectorFromWire({ vector, target, name, weight }: WireQueryVector, loc: Loc): WeightedVector {
  const values = vectorFromWire(vector, [...loc, 'vector']);
  check(values !== undefined, [...loc, 'vector'], 'a vector');
  check(target !== 'TARGET_UNSPECIFIED', [...loc, 'target'], 'image, caption or sight');
  check(LIST_NAME.test(name) && name !== WORDS_LIST, [...loc, 'name'], '1 to 32 of a-z, 0-9 and _');
  return {
    name,
    target: TARGETS[target],
    values,
    weight: weight === undefined ? weight : checkNumber(weight, 0, WEIGHT_MAX, [...loc, 'weight']),
  };
}

const TARGETS = {
  TARGET_IMAGE: 'image',
  TARGET_CAPTION: 'caption',
  TARGET_SIGHT: 'sight',
} as const;

function sameImageFromWire(wire: SameImage | null): QueryLook | undefined {
  if (wire === null) return undefined;
  const { perceptualHashes: hashes, localFeatures: features } = wire;
  const [hashesAt, featuresAt] = [
    ['same_image', 'perceptual_hashes'],
    ['same_image', 'local_features'],
  ] as const;
  checkNumber(hashes.length, 1, HASHES_MAX, [...hashesAt]);
  checkCount(features.length, SIZES_MAX, [...featuresAt]);
  return {
    perceptualHashes: hashes.map((hash, at) => checkHash(hash, [...hashesAt, at])),
    palette: paletteFromWire(wire, ['same_image']),
    localFeatures: features.map((ofSize, at) => checkFeatures(ofSize, [...featuresAt, at])),
  };
}

function checkHash(hash: string, loc: Loc): string {
  return checkForm(hash, PERCEPTUAL_HASH, loc, '16 hexadecimal digits');
}

function checkFeatures(features: string, loc: Loc): string {
  return checkForm(checkText(features, LOCAL_FEATURES_LENGTH_MAX, loc), BASE64, loc, 'base64');
}

/** List names are unique, and at least one weight is above 0. */
function checkLists({ words, vectors }: SearchFromWire): void {
  const names = vectors.map(({ name }) => name);
  const repeated = names.findIndex((name, at) => names.indexOf(name) < at);
  check(repeated < 0, ['vectors', repeated, 'name'], 'names that are used once');
  const isWeighted = words.trim() !== '' || vectors.some(({ weight }) => weight !== 0);
  check(vectors.length === 0 || isWeighted, ['vectors'], 'a weight above 0');
}
