import { ImageSearch } from '@imagesearch/sdk';
import { currentKey } from '../session/session-key.js';

/** A person waits: what does not answer soon is said, with a button to try again. */
const TIMEOUT_MS = 20_000;
const RETRIES = 1;

/** A client of the service that this page comes from. */
export function clientWith(apiKey: string): ImageSearch {
  return new ImageSearch({ baseUrl: location.origin, apiKey, retries: RETRIES, timeoutMs: TIMEOUT_MS });
}

/** With the key of this page. */
export function client(): ImageSearch {
  return clientWith(currentKey());
}

/** The same address on the host of this page: the service may be reached by several names. */
export function onThisHost(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}
