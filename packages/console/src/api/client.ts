import { ImageSearch } from '@imagesearch/sdk';

/** A person waits: what does not answer soon is said, with a button to try again. */
const TIMEOUT_MS = 20_000;
const RETRIES = 1;

const clients = new Map<string, ImageSearch>();

/** The client of the service that this page comes from. */
export function clientFor(apiKey: string): ImageSearch {
  let client = clients.get(apiKey);
  if (!client) {
    client = new ImageSearch({ baseUrl: location.origin, apiKey, retries: RETRIES, timeoutMs: TIMEOUT_MS });
    clients.set(apiKey, client);
  }
  return client;
}

/** The same address on the host of this page: the service may be reached by several names. */
export function onThisHost(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}
