/**
 * `<source>:<id>`, without what a path, a log line or a database cannot hold. The one grammar that every service reads by:
 * an id that one of them accepts is an id to all of them. The contract publishes it.
 */
export const ASSET_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*:[^\s\p{Cc}/\\?#]+$/u;

export const ASSET_ID_CHARS_MAX = 256;

export function isAssetId(value: string): boolean {
  return value.length <= ASSET_ID_CHARS_MAX && ASSET_ID.test(value);
}

/** The source identifier in `<source>:<id>`. */
export function sourceOf(assetId: string): string {
  return assetId.slice(0, assetId.indexOf(':'));
}
