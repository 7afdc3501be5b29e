import { isTransientStatus } from '@imagesearch/service-kit/resilience/transient-errors';
import { EnvHttpProxyAgent, fetch, type Response } from 'undici';
import type { HubFile } from './hub-manifest.js';
import { HubError, hubPath, type HubBody, type HubSource } from './hub-source.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** From the request to the headers of the answer. */
const HEAD_TIMEOUT_MS = 30_000;
/** A connection without data for this long is closed and the download resumed. */
const STALLED_AFTER_MS = 30_000;

const NOT_FOUND = 404;
const RANGE_NOT_SATISFIABLE = 416;

interface HttpHubTimeouts {
  connectMs: number;
  headMs: number;
  stalledMs: number;
}

const TIMEOUTS: HttpHubTimeouts = {
  connectMs: CONNECT_TIMEOUT_MS,
  headMs: HEAD_TIMEOUT_MS,
  stalledMs: STALLED_AFTER_MS,
};

/** A hub behind HTTP; uses `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
export function openHttpHub(baseUrl: string, timeouts: HttpHubTimeouts = TIMEOUTS): HubSource {
  const base = baseUrl.replace(/\/+$/, '');
  const agent = new EnvHttpProxyAgent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headMs,
    bodyTimeout: timeouts.stalledMs,
  });
  return {
    name: base,
    async open(file, from, signal) {
      const url = `${base}/${hubPath(file)}`;
      const response = await get(url, from, signal, agent);
      if (base.startsWith('https:') && !response.url.startsWith('https:')) {
        await response.body?.cancel();
        throw new HubError(`${url} leads to an address without TLS.`, { isTransient: false });
      }
      if (response.status === RANGE_NOT_SATISFIABLE && from > 0) {
        await response.body?.cancel();
        return bodyOf(url, await get(url, 0, signal, agent), signal);
      }
      return bodyOf(url, response, signal);
    },
    close: () => agent.destroy(),
  };
}

/** Whether the hub has the file and answers in time. */
export async function hubAnswers(baseUrl: string, file: HubFile, timeoutMs: number): Promise<boolean> {
  const agent = new EnvHttpProxyAgent();
  try {
    const url = `${baseUrl.replace(/\/+$/, '')}/${hubPath(file)}`;
    const response = await fetch(url, {
      method: 'HEAD',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok;
  } catch {
    return false;
  } finally {
    await agent.destroy();
  }
}

async function get(
  url: string,
  from: number,
  signal: AbortSignal,
  dispatcher: EnvHttpProxyAgent,
): Promise<Response> {
  try {
    return await fetch(url, {
      dispatcher,
      signal,
      // A compressed answer has no byte positions to resume from.
      headers: { 'Accept-Encoding': 'identity', ...(from > 0 && { Range: `bytes=${from}-` }) },
    });
  } catch (error) {
    throw transient(`${url} cannot be reached: ${reasonOf(error)}.`, signal, error);
  }
}

async function bodyOf(url: string, response: Response, signal: AbortSignal): Promise<HubBody> {
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw refusal(url, response);
  }
  const range = /^bytes (?<from>\d+)-\d+\/(?<total>\d+|\*)$/.exec(
    response.headers.get('Content-Range') ?? '',
  );
  const length = response.headers.get('Content-Length');
  const isPart = response.status === 206 && range !== null;
  const total = isPart ? range.groups?.['total'] : length;
  return {
    from: isPart ? Number(range.groups?.['from']) : 0,
    bytesTotal: total === null || total === undefined || total === '*' ? undefined : Number(total),
    chunks: guarded(url, response.body, signal),
  };
}

async function* guarded(
  url: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw transient(`${url} stopped in the middle: ${reasonOf(error)}.`, signal, error);
  }
}

function refusal(url: string, { status, headers }: Response): HubError {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const why =
    status === NOT_FOUND
      ? 'there is no such file (404)'
      : status === 401 || status === 403
        ? `access is refused (${status})`
        : `it answered ${status}`;
  return new HubError(`${url}: ${why}.`, {
    isTransient: isTransientStatus(status),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  });
}

/** An abort by the caller is not an error of the hub. */
function transient(message: string, signal: AbortSignal, cause: unknown): unknown {
  return signal.aborted ? signal.reason : new HubError(message, { isTransient: true, cause });
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
