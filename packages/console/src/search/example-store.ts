import { delMany, get, keys, set } from 'idb-keyval';

/** Images that were searched with stay in this browser, so that back and reload find them. */
const KEPT_MAX = 20;

/** Keeps an image. @returns its id, for the address. */
export async function keepExample(image: Blob): Promise<string> {
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
