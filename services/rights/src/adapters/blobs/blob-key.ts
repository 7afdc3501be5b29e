/** Lower-case path segments that start with a letter or digit: no `..`, nothing absolute, nothing a caller chose. */
const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

/** The key itself. @throws Error for anything that could lead elsewhere; no caller can bring that about. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a blob key: ${key}`);
  return key;
}
