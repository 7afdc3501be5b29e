import { endingAfter } from '@imagesearch/service-kit/call-context';
import pThrottle from 'p-throttle';
import { z } from 'zod';
import { ApiError, AssetFault } from '../asset-failure.js';
import { askAgain, codeOf, type Patience } from './ask-again.js';
import { orBroken, userAgentOf, type Source } from './source.js';
import { toItem, type SourceFacts } from './to-item.js';

const TIMEOUT_MS = 30_000;

export interface ApiOptions extends Pick<Patience, 'firstPauseMs' | 'signal'> {
  baseUrl: string;
  /** An address or a page by which the source's owners reach the operator. */
  contact: string | undefined;
  /** At most this many requests in each interval. */
  rate: { requests: number; intervalMs: number };
  headers?: Record<string, string>;
}

/** A JSON document of a source's API, checked. */
export type GetJson = <Schema extends z.ZodType>(
  path: string,
  query: Record<string, string | number | undefined>,
  schema: Schema,
) => Promise<z.output<Schema>>;

/** Asks a source's API no faster than it allows, and again when it is busy. */
export function createApi({ baseUrl, contact, rate, headers, signal, firstPauseMs }: ApiOptions): GetJson {
  const sent = { ...headers, accept: 'application/json', 'user-agent': userAgentOf(contact) };
  // A repeat counts as much as a first try.
  const paced = pThrottle({ limit: rate.requests, interval: rate.intervalMs, strict: true, signal });
  const request = paced((url: URL) => fetch(url, { headers: sent, signal: endingAfter(TIMEOUT_MS, signal) }));
  return async (path, query, schema) => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const where = `${url.host}/${path}`;
    const ask = async (): Promise<unknown> => {
      const response = await request(url);
      if (response.ok) return JSON.parse(await response.text());
      await response.body?.cancel();
      throw new ApiError(`${where} answered ${response.status}`, response);
    };
    const answer = await askAgain(ask, { firstPauseMs, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ApiError) throw error;
      throw new ApiError(`${where} could not be asked (${codeOf(error as Error)})`);
    });
    const { success, data, error } = schema.safeParse(answer);
    if (!success) throw new ApiError(`${where} answered in another shape: ${z.prettifyError(error)}`);
    return data;
  };
}

/** What an operator asks a collection for: the argument and the options of its command. */
export interface NetworkQuery {
  query?: string | undefined;
  user?: string | undefined;
  licenses?: string | undefined;
  department?: string | undefined;
  /** A token or a key of the operator's. */
  key?: string | undefined;
}

/** A collection behind an API that answers in pages. */
export interface NetworkCollection<Schema extends z.ZodType = z.ZodType> {
  /** The part of an asset id before its colon, unless the operator names another one. */
  name: string;
  api: (asked: NetworkQuery) => Pick<ApiOptions, 'baseUrl' | 'rate' | 'headers'>;
  /** Whether downloads go to the copy of the rights holder, unless the operator says otherwise. */
  links?: boolean;
  /** What an entry is called, the field by which a report names it, and its shape. */
  entry: { noun: string; namedBy: string; schema: Schema };
  /** Asks for what the pages need. */
  open(getJson: GetJson, asked: NetworkQuery): OpenCollection<Schema> | Promise<OpenCollection<Schema>>;
}

interface OpenCollection<Schema extends z.ZodType> {
  /** @param page Undefined asks for the first page. */
  fetchPage: (page: string | undefined) => Promise<Page>;
  /** Fetches the entry that a page only names. @throws AssetFault */
  load?: (entry: unknown) => Promise<unknown>;
  /** Null passes the entry over: it is no image, or not open. @throws AssetFault */
  factsOf(entry: z.output<Schema>): NetworkFacts | null;
}

/** The image is at `url`, and the rights holder's copy too unless `linkUrl` names another. */
interface NetworkFacts extends Omit<SourceFacts, 'image'> {
  url: string;
}

/** One page of a source's answer. */
export interface Page {
  entries: readonly unknown[];
  /** What asks for the page behind this one; undefined on the last. */
  next: string | undefined;
}

/** Pages that are asked for by their numbers, from 1 up to how many there are. */
export function numberedPages(
  fetchPage: (page: number) => Promise<{ entries: readonly unknown[]; pages: number }>,
): OpenCollection<z.ZodType>['fetchPage'] {
  return async (page = '1') => {
    const { entries, pages } = await fetchPage(Number(page));
    const isLast = entries.length === 0 || Number(page) >= pages;
    return { entries, next: isLast ? undefined : String(Number(page) + 1) };
  };
}

export interface NetworkOptions extends Pick<ApiOptions, 'contact' | 'signal' | 'firstPauseMs'> {
  /** Other than those of the collection. */
  api?: Partial<Pick<ApiOptions, 'baseUrl' | 'rate'>>;
  source?: string | undefined;
  link?: boolean | undefined;
}

/** Where a run goes on: a page, and how many of its entries are dealt with. */
interface Position {
  page: string | undefined;
  done: number;
}

/** The entries one after another, with one page in memory at a time; each cursor names the page and the place in it. */
export function openCollection(
  collection: NetworkCollection,
  asked: NetworkQuery,
  { api: others, source = collection.name, link = collection.links ?? false, ...options }: NetworkOptions,
): Source {
  const kind = collection.entry;
  const getJson = createApi({ ...collection.api(asked), ...others, ...options });
  const readEntry = (entry: unknown): unknown => {
    const { success, data, error } = kind.schema.safeParse(entry);
    if (!success) throw new AssetFault(`the ${kind.noun} cannot be read: ${z.prettifyError(error)}`);
    return data;
  };
  return {
    source,
    total: undefined,
    async *entries(after) {
      const pages = await collection.open(getJson, asked);
      const load = pages.load ?? ((entry) => Promise.resolve(entry));
      let { page, done }: Position =
        after === undefined ? { page: undefined, done: 0 } : (JSON.parse(after) as Position);
      for (;;) {
        const { entries, next } = await pages.fetchPage(page);
        for (const [at, entry] of entries.entries()) {
          if (at < done) continue;
          const cursor = JSON.stringify({ page, done: at + 1 });
          const found = await orBroken(`${source}:${nameOf(entry, kind.namedBy)}`, async () => {
            const facts = pages.factsOf(readEntry(await load(entry)));
            if (facts === null) return null;
            const { url, linkUrl = url } = facts;
            return toItem(source, { ...facts, linkUrl: link ? linkUrl : null, image: { url } });
          });
          if (found !== null) yield { ...found, cursor };
        }
        if (next === undefined || next === page) return;
        page = next;
        done = 0;
      }
    },
  };
}

/** The best name there is for an entry that cannot be read. */
function nameOf(entry: unknown, field: string): string {
  if (typeof entry === 'number') return String(entry);
  const found = z.record(z.string(), z.unknown()).safeParse(entry).data?.[field];
  return typeof found === 'string' ? found : `an entry without ${field}`;
}
