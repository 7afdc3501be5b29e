/** Undefined when invalid. Node 20's `URL.canParse` rejects letters between U+0080 and U+00FF in optimised code. */
export function parseAddress(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
