import { ImageSearch } from '@imagesearch/sdk';
import { currentKey } from '../session/session-key.js';

/** A person waits: what does not answer soon is said, with a button to try again. */
const TIMEOUT_MS = 20_000;
const RETRIES = 1;

/** A client of the service that this page comes from. */
export function clientWith(apiKey: string): ImageSearch {
  return new ImageSearch({ baseUrl: serviceUrl(), apiKey, retries: RETRIES, timeoutMs: TIMEOUT_MS });
}

/** With the key of this page. */
export function client(): ImageSearch {
  return clientWith(currentKey());
}

/** Where the service of this page answers, without the last slash. A proxy may serve it below a path. */
export function serviceUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '');
}

/** The same address at the service of this page, which may be reached by several names. */
export function onThisHost(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return serviceUrl() + pathname.slice(Math.max(0, pathname.indexOf('/v1/'))) + search;
}
