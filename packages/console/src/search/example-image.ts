import { delMany, get, keys, set } from 'idb-keyval';
import { NEW_SEARCH, type Address, type Example } from '../address/address.js';
import { currentAddress, goTo } from '../address/use-address.js';

/**
 * Searches with an image, together with the words and filters that are there.
 * @returns what is wrong with the file; null when the search began.
 */
export async function searchWithImage(file: File): Promise<string | null> {
  const fault = await faultOf(file);
  if (fault !== null) return fault;
  try {
    const id = await keepExample(file);
    goTo(withExample({ kind: 'kept', id }));
    return null;
  } catch {
    return 'This browser does not store images for this page, so you cannot search with one. Private windows may not allow it.';
  }
}

/** A search with an image, and with the words and filters that are there. */
export function withExample(example: Example): Partial<Address> {
  return { ...NEW_SEARCH, query: currentAddress().query, example };
}

const HEIF = /^image\/hei[cf]|\.(?:hei[cf]|hif)$/i;

/** What this browser can show, the client can send; all else is said here, before a search. */
async function faultOf(file: File): Promise<string | null> {
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    if (HEIF.test(file.type) || HEIF.test(file.name))
      return `“${file.name}” is a HEIC image, which this browser cannot read. Save it as a JPEG and try again.`;
    if (!file.type.startsWith('image/')) return `“${file.name}” is not an image.`;
    return `“${file.name}” cannot be read. It is damaged, or this browser does not support its format.`;
  }
}

/** Images that were searched with stay in this browser, so that back and reload find them. */
const KEPT_MAX = 20;

/** Keeps an image. @returns its id, for the address. */
async function keepExample(image: Blob): Promise<string> {
  // Ids sort by time, so that the oldest images go first.
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  await set(id, image);
  const ids = (await keys<string>()).sort();
  await delMany(ids.slice(0, Math.max(0, ids.length - KEPT_MAX)));
  return id;
}

export function keptExample(id: string): Promise<Blob | undefined> {
  return get<Blob>(id);
}
