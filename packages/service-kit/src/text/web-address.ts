/**
 * An address as the URL standard reads it, or undefined where it is none. `URL.canParse` is not asked:
 * in Node 20 it denies letters between U+0080 and U+00FF as soon as V8 has optimised its caller.
 */
export function parseAddress(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
