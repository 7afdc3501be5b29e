/** Undefined when invalid. */
export function parseAddress(text: string, base?: URL): URL | undefined {
  return URL.parse(text, base?.href) ?? undefined;
}

/** What may be stored and shown as the address of a page: http or https, without a name and a password. */
export function parseWebAddress(text: string): URL | undefined {
  const url = parseAddress(text);
  if (url === undefined) return undefined;
  const { protocol, username, password } = url;
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '' ? url : undefined;
}

export const isWebAddress = (text: string): boolean => parseWebAddress(text) !== undefined;
