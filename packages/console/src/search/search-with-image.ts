import { START, type Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { keepExample } from './example-store.js';

/**
 * Searches with an image, together with the words and filters that are there.
 * @returns what is wrong with the file; null when the search began.
 */
export async function searchWithImage(file: File, address: Address): Promise<string | null> {
  if (!file.type.startsWith('image/')) return `“${file.name}” is not an image.`;
  try {
    const id = await keepExample(file);
    const { query, filters, readsBrief } = address;
    goTo({ ...START, query, filters, readsBrief, example: { kind: 'kept', id } });
    return null;
  } catch {
    return 'This browser keeps no images for this page, so it cannot search with one. Private windows may forbid it.';
  }
}
