import got, { RequestError } from 'got';
import pThrottle from 'p-throttle';
import { z } from 'zod';
import { ApiError } from './api-error.js';
import { RETRY_POLICY } from './retry-policy.js';
import { userAgentOf } from './user-agent.js';

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
