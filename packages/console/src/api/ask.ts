import {
  ImageSearchError,
  type Answer,
  type ImageInput,
  type SearchAnswer,
  type SearchInput,
} from '@imagesearch/sdk';
import { isSearch, type Address, type Example } from '../address/address.js';
import { keptExample } from '../search/example-image.js';
import { client } from './client.js';

export type Asked = Answer<SearchAnswer>;

/** The example image of a link was chosen in another browser, or long ago. */
export class ExampleGoneError extends Error {}

/** The part of an answer that is wanted: the whole of it unless a page is named. */
type Page = { cursor: string; k: number } | Record<string, never>;

/** Asks the API for what an address describes. @throws ImageSearchError, ExampleGoneError */
export async function ask(address: Address, signal: AbortSignal, page: Page = {}): Promise<Asked> {
  if (!isSearch(address)) throw new Error('the address holds no search');
  if (address.like !== null) {
    return client().similar({ asset_id: address.like, ...bodyOf(address), ...page }, { signal });
  }
  const image = address.example && (await imageOf(address.example));
  return client().search({ ...searchBody(address), ...(image && { image }), ...page }, { signal });
}

/** Asks for the images after those of an answer to the same search, and returns all of them. */
export async function askOnward(address: Address, signal: AbortSignal, first: Asked): Promise<Asked> {
  const { cursor, results } = first.data;
  if (cursor === null) return ask(address, signal);
  const page = { cursor, k: address.count - results.length };
  try {
    return joined(first, await ask(address, signal, page));
  } catch (error) {
    // A cursor lives for an hour, and a page may stay open for longer.
    if (!(error instanceof ImageSearchError) || !error.faults.some(({ loc }) => loc.includes('cursor')))
      throw error;
    return ask(address, signal);
  }
}

function joined(first: Asked, next: Asked): Asked {
  const results = [...first.data.results, ...next.data.results];
  return {
    ...next,
    data: {
      ...first.data,
      ...next.data,
      results,
      count: results.length,
      strong_count: summed(first.data.strong_count, next.data.strong_count),
    },
    credits: { ...next.credits, charged: first.credits.charged + next.credits.charged },
  };
}

function summed(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** The body of a search by words, without an image. */
function searchBody(address: Address): SearchInput {
  return {
    ...bodyOf(address),
    parse_design: address.query !== '' && address.readsBrief,
    ...(address.query !== '' && { query: address.query, ...(address.isExact && { exact: true }) }),
  };
}

/** What both kinds of search take. */
function bodyOf({ filters, use, usableOnly, minScore, count }: Address) {
  return {
    k: count,
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(Object.keys(use).length > 0 && { use }),
    ...(usableOnly && { usable_only: true }),
    ...(minScore > 0 && { min_score: minScore }),
  };
}

async function imageOf(example: Example): Promise<ImageInput> {
  if (example.kind === 'web') return example.url;
  const image = await keptExample(example.id);
  if (!image) throw new ExampleGoneError('The example image is not in this browser.');
  return image;
}

/** The key stays out of what is copied: the shell puts it in. */
const KEY = '-H "X-API-Key: $IMAGE_SEARCH_KEY"';

/** The request behind an address, for a shell. */
export function searchCurl(origin: string, address: Address): string {
  const { like, example } = address;
  if (like !== null) return post(`${origin}/v1/similar`, quoted({ asset_id: like, ...bodyOf(address) }));
  const url = `${origin}/v1/search`;
  const body = { ...searchBody(address), ...(example?.kind === 'web' && { image_url: example.url }) };
  if (example?.kind !== 'kept') return post(url, quoted(body));
  const start = shell(`${JSON.stringify(body).slice(0, -1)},"image_base64":"`);
  // From a pipe: most images are longer than an argument may be.
  return `(printf '%s' ${start}; base64 < example.png | tr -d '\\n'; printf '"}') |\n  ${post(url, '@-')}`;
}

/** The look-up of one image, for a shell. */
export function assetCurl(origin: string, assetId: string): string {
  return `curl -s ${KEY} \\\n  ${shell(`${origin}/v1/asset/${encodeURIComponent(assetId).replaceAll('%3A', ':')}`)}`;
}

function post(url: string, data: string): string {
  return `curl -s ${url} ${KEY} \\\n  -H 'Content-Type: application/json' \\\n  -d ${data}`;
}

function quoted(body: object): string {
  return shell(JSON.stringify(body));
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
