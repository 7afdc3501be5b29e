/**
 * `<source>:<id>`, without what a path, a log line or a database cannot hold. The one grammar that every service reads by:
 * an id that one of them accepts is an id to all of them. The contract publishes it.
 */
// Control characters stand as ranges: the regular expressions of other languages that read the contract lack \p{Cc}.
// eslint-disable-next-line no-control-regex -- they are what an id must not hold
export const ASSET_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*:[^\s\u0000-\u001f\u007f-\u009f/\\?#]+$/u;

export const ASSET_ID_CHARS_MAX = 256;

export function isAssetId(value: string): boolean {
  return value.length <= ASSET_ID_CHARS_MAX && ASSET_ID.test(value);
}

/** The source identifier in `<source>:<id>`. */
export function sourceOf(assetId: string): string {
  return assetId.slice(0, assetId.indexOf(':'));
}

const UPLOADS = 'upload-';
const ACCOUNT_DIGITS = 12;

/** The source of the images that an account adds over the API. @param accountId A UUID. */
export function uploadSourceOf(accountId: string): string {
  return UPLOADS + accountId.replaceAll('-', '').slice(0, ACCOUNT_DIGITS);
}

/** Whether an account added the image. */
export const isUpload = (assetId: string): boolean => assetId.startsWith(UPLOADS);
