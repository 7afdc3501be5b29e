/**
 * Parses an address by the URL standard; undefined when it is invalid. `URL.canParse` is not used: in Node 20 it
 * rejects letters between U+0080 and U+00FF once V8 has optimised its caller.
 */
export function parseAddress(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
