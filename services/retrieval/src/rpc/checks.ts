import { isAssetId } from '@imagesearch/facets/asset-id';
import { invalid } from '@imagesearch/service-kit/errors';

/** Path to a value in a request, outermost first. */
export type Loc = (string | number)[];

const ASSET_IDS_MAX = 1_000;
const FINGERPRINT_LENGTH_MAX = 256;
const REBUILD_ID_LENGTH_MAX = 256;
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
      msg: 'vectors need the model that made them',
      type: 'missing',
    });
  }
}

export function checkCount(count: number, max: number, loc: Loc): void {
  if (count <= max) return;
  throw invalid({ loc, msg: `at most ${max} are allowed, got ${count}`, type: 'too_long', ctx: { max } });
}

/** A whole number from `min` to `max`. */
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

/** An optional number of the wire: unset stays undefined, and what is set is finite and within bounds. */
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
