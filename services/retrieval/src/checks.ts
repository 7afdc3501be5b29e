import { isAssetId } from '@imagesearch/facets/asset-id';
import { type FacetName, SIDES, facetRow, isWithin } from '@imagesearch/facets/facets';
import { invalid } from '@imagesearch/service-kit/errors';
import { WORDS_LIST } from './index/candidate.js';

export type Loc = (string | number)[];

/** Upper limit of a candidate pool and of a count. */
export const LIMIT_MAX = 1_000;
/** Of a short text, such as a name or a version. */
export const TEXT_LENGTH_MAX = 512;
const ASSET_IDS_MAX = 1_000;
const FINGERPRINT_LENGTH_MAX = 256;
const REBUILD_ID_LENGTH_MAX = 256;
const WORDS_LENGTH_MAX = 4_000;
const WEIGHT_MAX = 1_000;
const LIST_NAME = /^[a-z0-9_]{1,32}$/;
const PERCEPTUAL_HASH = /^[0-9a-f]{16}$/;
const LOCAL_FEATURES = /^[A-Za-z0-9+/]*={0,2}$/;
const LOCAL_FEATURES_LENGTH_MAX = 16_384;
const COLOUR = /^#[0-9a-f]{6}$/;

export function checkAssetId(value: string, loc: Loc): string {
  if (isAssetId(value)) return value;
  throw invalid({ loc, msg: 'expected <source>:<id>', type: 'asset_id', input: value });
}

export function checkAssetIds(values: readonly string[]): void {
  checkCount(values.length, ASSET_IDS_MAX, ['asset_ids']);
  for (const [position, value] of values.entries()) checkAssetId(value, ['asset_ids', position]);
}

export function checkFingerprint(value: string): void {
  checkText(value, FINGERPRINT_LENGTH_MAX, ['model_fingerprint']);
  if (value.trim() === '') {
    throw invalid({
      loc: ['model_fingerprint'],
      msg: 'vectors need the fingerprint of their model',
      type: 'missing',
    });
  }
}

export function checkCount(count: number, max: number, loc: Loc): void {
  if (count <= max) return;
  throw invalid({ loc, msg: `at most ${max} are allowed, got ${count}`, type: 'too_long', ctx: { max } });
}

export function checkRange(value: number, min: number, max: number, loc: Loc): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalid({
    loc,
    msg: `expected ${min} to ${max}, got ${value}`,
    type: 'out_of_range',
    ctx: { min, max },
  });
}

export function checkText(value: string, lengthMax: number, loc: Loc): string {
  if (value.length > lengthMax) {
    throw invalid({
      loc,
      msg: `at most ${lengthMax} characters`,
      type: 'string_too_long',
      ctx: { max: lengthMax },
    });
  }
  return value;
}

/** An optional number: undefined, or finite and within bounds. */
export function checkNumber(
  value: number | undefined,
  min: number,
  max: number,
  loc: Loc,
): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value >= min && value <= max)) return value;
  throw invalid({
    loc,
    msg: `expected a number from ${min} to ${max}`,
    type: 'out_of_range',
    ctx: { min, max },
  });
}

/** Undefined when the request means the serving index. */
export function namedRebuild(rebuildId: string): string | undefined {
  return rebuildId === '' ? undefined : checkText(rebuildId, REBUILD_ID_LENGTH_MAX, ['rebuild_id']);
}

export function checkWords(value: string): string {
  return checkText(value, WORDS_LENGTH_MAX, ['words']);
}

/** A value or a bound of a facet. */
export function checkFacetNumber(value: number | undefined, facet: FacetName, loc: Loc): number | undefined {
  const { range = {} } = facetRow(facet);
  if (value === undefined || isWithin(value, range)) return value;
  throw invalid({ loc, msg: `no ${facet} is ${value}`, type: 'out_of_range', ctx: { ...range } });
}

export function checkListName(name: string, loc: Loc): string {
  if (LIST_NAME.test(name) && name !== WORDS_LIST) return name;
  throw invalid({ loc, msg: 'expected 1 to 32 of a-z, 0-9 and _', type: 'list_name', input: name });
}

export function checkWeight(value: number | undefined, loc: Loc): number | undefined {
  return checkNumber(value, 0, WEIGHT_MAX, loc);
}

/** In lower case. */
export function checkColour(value: string, loc: Loc): string {
  const colour = value.toLowerCase();
  if (COLOUR.test(colour)) return colour;
  throw invalid({ loc, msg: 'expected #rrggbb', type: 'colour', input: value });
}

export function checkPerceptualHash(value: string | undefined, loc: Loc): string | undefined {
  if (value === undefined || PERCEPTUAL_HASH.test(value)) return value;
  throw invalid({ loc, msg: 'expected 16 hexadecimal digits', type: 'perceptual_hash', input: value });
}

/** Undefined when they are empty. */
export function checkLocalFeatures(value: string, loc: Loc): string | undefined {
  if (value === '') return undefined;
  if (LOCAL_FEATURES.test(checkText(value, LOCAL_FEATURES_LENGTH_MAX, loc))) return value;
  throw invalid({ loc, msg: 'expected base64', type: 'local_features' });
}

/** Each side once. */
export function checkSides(values: readonly string[], loc: Loc): string[] {
  const wrong = values.find((value) => !SIDES.some((side) => side === value));
  if (wrong === undefined) return [...new Set(values)];
  throw invalid({ loc, msg: `expected any of ${SIDES.join(', ')}`, type: 'side', input: wrong });
}
