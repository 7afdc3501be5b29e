import { isAssetId } from '@imagesearch/facets/asset-id';
import { check } from '@imagesearch/service-kit/errors';

export type Loc = (string | number)[];

/** Upper limit of a candidate pool and of a count. */
export const LIMIT_MAX = 1_000;
/** Of a short text, such as a name or a version. */
export const TEXT_LENGTH_MAX = 512;
const ASSET_IDS_MAX = 1_000;
const FINGERPRINT_LENGTH_MAX = 256;
const REBUILD_ID_LENGTH_MAX = 256;
const WORDS_LENGTH_MAX = 4_000;

export function checkCount(count: number, max: number, loc: Loc): void {
  check(count <= max, loc, `at most ${max}, got ${count}`);
}

/** What is not finite is within no bounds. */
export function checkNumber(value: number, min: number, max: number, loc: Loc): number {
  check(Number.isFinite(value) && value >= min && value <= max, loc, `a number from ${min} to ${max}`);
  return value;
}

export function checkText(value: string, lengthMax: number, loc: Loc): string {
  check(value.length <= lengthMax, loc, `at most ${lengthMax} characters`);
  return value;
}

export function checkForm(value: string, form: RegExp, loc: Loc, expected: string): string {
  check(form.test(value), loc, expected);
  return value;
}

export function checkAssetId(value: string, loc: Loc): string {
  check(isAssetId(value), loc, '<source>:<id>');
  return value;
}

export function checkAssetIds(values: readonly string[]): void {
  checkCount(values.length, ASSET_IDS_MAX, ['asset_ids']);
  for (const [position, value] of values.entries()) checkAssetId(value, ['asset_ids', position]);
}

export function checkFingerprint(value: string): void {
  checkText(value, FINGERPRINT_LENGTH_MAX, ['model_fingerprint']);
  check(value.trim() !== '', ['model_fingerprint'], 'the fingerprint of the model that computed the vectors');
}

/** Undefined when the request means the serving index. */
export function namedRebuild(rebuildId: string): string | undefined {
  return rebuildId === '' ? undefined : checkText(rebuildId, REBUILD_ID_LENGTH_MAX, ['rebuild_id']);
}

export function checkWords(value: string): string {
  return checkText(value, WORDS_LENGTH_MAX, ['words']);
}
