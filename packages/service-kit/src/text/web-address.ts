/** Undefined when invalid. */
export function parseAddress(text: string, base?: URL): URL | undefined {
  return URL.parse(text, base?.href) ?? undefined;
}
