/** Lower-case path segments that start with a letter or digit: no `..`, no absolute path. */
const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

/** Returns the key. @throws Error for a key that could leave the store; only a bug can cause that. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a blob key: ${key}`);
  return key;
}
