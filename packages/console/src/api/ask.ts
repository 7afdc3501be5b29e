import type { Answer, ImageInput, ImageSearch, SearchAnswer, SearchInput } from '@imagesearch/sdk';
import { isSearch, type Address, type Example } from '../address/address.js';
import { keptExample } from '../search/example-store.js';

export type Asked = Answer<SearchAnswer>;

/** The example image of a link was chosen in another browser, or long ago. */
export class ExampleGoneError extends Error {}

/** The part of an address that the answer depends on. */
export function requestKey(address: Address): string {
  const { query, readsBrief, example, like, filters, count } = address;
  return JSON.stringify({ query, readsBrief, example, like, filters, count });
}

/** Asks the API for what an address describes. @throws ImageSearchError, ExampleGoneError */
export async function ask(client: ImageSearch, address: Address, signal: AbortSignal): Promise<Asked> {
  if (!isSearch(address)) throw new Error('the address holds no search');
  if (address.like !== null) {
    return client.similar({ asset_id: address.like, ...bodyOf(address) }, { signal });
  }
  const image = address.example && (await imageOf(address.example));
  return client.search({ ...searchBody(address), ...(image && { image }) }, { signal });
}

/** The body of a search by words, without an image. */
export function searchBody(address: Address): SearchInput {
  return {
    ...bodyOf(address),
    parse_design: address.query !== '' && address.readsBrief,
    ...(address.query !== '' && { query: address.query }),
  };
}

/** What both kinds of search take. */
export function bodyOf({ filters, count }: Address) {
  return { k: count, ...(Object.keys(filters).length > 0 && { filters }) };
}

async function imageOf(example: Example): Promise<ImageInput> {
  if (example.kind === 'web') return example.url;
  const image = await keptExample(example.id);
  if (!image) throw new ExampleGoneError('The example image is not in this browser.');
  return image;
}
