import { backoffMs } from '@imagesearch/service-kit/resilience/retry';
import {
  TRANSIENT_NETWORK_CODES,
  TRANSIENT_STATUSES,
} from '@imagesearch/service-kit/resilience/transient-errors';
import got, { RequestError, type RetryOptions } from 'got';
import pThrottle from 'p-throttle';
import { z } from 'zod';
import { ApiError, AssetFault } from '../asset-failure.js';
import { orBroken, userAgentOf, type Source, type SourceEntry, type SourceItem } from './source.js';

const TIMEOUT_MS = 30_000;

export interface ApiOptions {
  baseUrl: string;
  /** An address or a page by which the source's owners reach the operator. */
  contact: string | undefined;
  /** At most this many requests in each interval. */
  rate: { requests: number; intervalMs: number };
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Pause before the first repeat, doubled each time, milliseconds. */
  backoffMs?: number;
}

/** What every source on the network is opened with. */
export interface NetworkOptions extends Omit<ApiOptions, 'baseUrl' | 'rate'> {
  /** Another address of the same API. */
  baseUrl?: string;
  /** Sends downloads to the copy of the rights holder. */
  link?: boolean;
  source?: string | undefined;
  rate?: ApiOptions['rate'];
}

/** A JSON document of a source's API, checked. */
export type GetJson = <Schema extends z.ZodType>(
  path: string,
  query: Record<string, string | number | undefined>,
  schema: Schema,
) => Promise<z.output<Schema>>;

/** Asks a source's API no faster than it allows, and again when it is busy. */
export function createApi({ baseUrl, contact, rate, headers, signal, backoffMs }: ApiOptions): GetJson {
  const client = got.extend({
    prefixUrl: baseUrl,
    headers: { ...headers, accept: 'application/json', 'user-agent': userAgentOf(contact) },
    timeout: { request: TIMEOUT_MS },
    retry: RETRY_POLICY(backoffMs),
    signal,
  });
  const turn = pThrottle({ limit: rate.requests, interval: rate.intervalMs, strict: true, signal })(
    () => undefined,
  );
  const paced = client.extend({
    hooks: {
      // A repeat counts as much as a first try.
      beforeRequest: [() => turn()],
    },
  });
  return async (path, query, schema) => {
    const searchParams = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const where = `${new URL(baseUrl).host}/${path}`;
    const answer = await paced(path, { searchParams })
      .json()
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw apiError(where, error);
      });
    const { success, data, error } = schema.safeParse(answer);
    if (!success) throw new ApiError(`${where} answered in another shape: ${z.prettifyError(error)}`);
    return data;
  };
}

function apiError(where: string, error: unknown): ApiError {
  const status = error instanceof RequestError ? error.response?.statusCode : undefined;
  if (status !== undefined) return new ApiError(`${where} answered ${status}`, status);
  const code = error instanceof RequestError ? error.code : 'unknown';
  return new ApiError(`${where} could not be asked (${code})`);
}

const ATTEMPTS_MAX = 5;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** A server that asks for a longer pause than this is given up for now; the run can be continued later. */
const RETRY_AFTER_MAX_MS = 300_000;

/**
 * Repeats a GET that met a busy server (408, 429, 5xx) or a broken connection. `Retry-After` is obeyed; without one the
 * pause doubles, with chance in it so that many workers do not come back at once.
 */
export const RETRY_POLICY = (firstPauseMs: number = FIRST_PAUSE_MS): Partial<RetryOptions> => ({
  limit: ATTEMPTS_MAX - 1,
  methods: ['GET'],
  statusCodes: [...TRANSIENT_STATUSES],
  errorCodes: [...TRANSIENT_NETWORK_CODES],
  maxRetryAfter: RETRY_AFTER_MAX_MS,
  calculateDelay: ({ attemptCount, retryAfter, computedValue }) => {
    // 0 is how the library says that this is not to be repeated.
    if (computedValue === 0) return 0;
    return retryAfter ?? backoffMs(attemptCount, { firstPauseMs, pauseMsMax: PAUSE_MS_MAX });
  },
});

/** One page of a source's answer. */
export interface Page<Entry> {
  entries: readonly Entry[];
  /** What asks for the page behind this one; undefined on the last. */
  next: string | undefined;
}

interface PagedApi<Entry> {
  /** @param page Undefined asks for the first page. */
  fetchPage: (page: string | undefined) => Promise<Page<Entry>>;
  /** The best name there is for an entry that cannot be read. */
  nameOf: (entry: Entry) => string;
  /** Null passes the entry over: it is no image, or not open. @throws AssetFault */
  toItem: (entry: Entry) => SourceItem | null | Promise<SourceItem | null>;
}

/** A source that answers in pages. @param open Asks for what the pages need. */
export function pagedSource<Entry>(
  source: string,
  open: () => PagedApi<Entry> | Promise<PagedApi<Entry>>,
): Source {
  return {
    source,
    total: undefined,
    async *entries(after) {
      yield* pagedEntries(source, await open(), after);
    },
  };
}

/** @throws AssetFault with what is wrong with an entry: `the photo cannot be read: …`. */
export function readEntry<Schema extends z.ZodType>(
  schema: Schema,
  entry: unknown,
  what: string,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(entry);
  if (!success) throw new AssetFault(`the ${what} cannot be read: ${z.prettifyError(error)}`);
  return data;
}

/** The text in a field of an entry that may be of any shape. */
export function textIn(entry: unknown, field: string): string | undefined {
  const found = z.record(z.string(), z.unknown()).safeParse(entry).data?.[field];
  return typeof found === 'string' ? found : undefined;
}

/** Where a run goes on: a page, and how many of its entries are dealt with. */
interface Position {
  page: string | undefined;
  done: number;
}

/** The entries of a paged source, one page in memory at a time; each cursor names the page and the place in it. */
async function* pagedEntries<Entry>(
  source: string,
  { fetchPage, nameOf, toItem }: PagedApi<Entry>,
  after: string | undefined,
): AsyncGenerator<SourceEntry> {
  let { page, done }: Position =
    after === undefined ? { page: undefined, done: 0 } : (JSON.parse(after) as Position);
  for (;;) {
    const { entries, next } = await fetchPage(page);
    for (const [at, entry] of entries.entries()) {
      if (at < done) continue;
      const cursor = JSON.stringify({ page, done: at + 1 });
      const found = await orBroken(`${source}:${nameOf(entry)}`, () => toItem(entry));
      if (found !== null) yield { ...found, cursor };
    }
    if (next === undefined || next === page) return;
    page = next;
    done = 0;
  }
}
