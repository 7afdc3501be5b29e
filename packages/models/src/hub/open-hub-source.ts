import { fileURLToPath } from 'node:url';
import { openFolder } from './folder-source.js';
import type { HubSource } from './hub-source.js';
import { openHttpHub } from './http-source.js';

/** The source that a setting names: an address (`https://…`), or a folder (`file:///…`, or a path) with the same paths below it. */
export function openHubSource(url: string): HubSource {
  if (/^https?:\/\//.test(url)) return openHttpHub(url);
  return openFolder(url.startsWith('file:') ? fileURLToPath(url) : url);
}
