import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTransientStatus } from '@imagesearch/service-kit/resilience/transient-errors';
import type { Response } from 'undici';
import type { HubFile } from './hub-manifest.js';

export const DEFAULT_HUB_URL = 'https://huggingface.co';

const CONNECT_TIMEOUT_MS = 10_000;
/** From the request to the headers of the answer. */
const HEAD_TIMEOUT_MS = 30_000;

const NOT_FOUND = 404;
const RANGE_NOT_SATISFIABLE = 416;

/** A part of a file, from this byte to the end. */
export interface HubBody {
  from: number;
  chunks: AsyncIterable<Uint8Array>;
}

interface BodyOptions {
  /** The first byte that is wanted. */
  from: number;
  signal: AbortSignal;
  /** A connection without data for so long is closed. */
  stalledMs: number;
}

/**
 * Reads a file of a hub (`https://…`) or of a mirror of one (`file:///…`, or a path), from a byte on, or from its start where that
 * cannot be had. @throws HubError
 */
export function openHubFile(hubUrl: string, file: HubFile, options: BodyOptions): Promise<HubBody> {
  if (isHttp(hubUrl)) return openHttp(`${withoutSlash(hubUrl)}/${hubPath(file)}`, options);
  return openFolder(
    join(hubUrl.startsWith('file:') ? fileURLToPath(hubUrl) : hubUrl, hubPath(file)),
    options,
  );
}

/** Whether the hub has the file and answers in time. A folder does; a missing file is reported when it is read. */
export async function hubAnswers(hubUrl: string, file: HubFile, timeoutMs: number): Promise<boolean> {
  if (!isHttp(hubUrl)) return true;
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const url = `${withoutSlash(hubUrl)}/${hubPath(file)}`;
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetch(url, { method: 'HEAD', dispatcher, signal })).ok;
  } catch {
    return false;
  } finally {
    await dispatcher.destroy();
  }
}

/** Path of a file below a hub's address or a mirror's folder. */
export function hubPath({ repository, revision, path }: HubFile): string {
  return `${repository}/resolve/${revision}/${path}`;
}

/** A file could not be downloaded or read. The message names the file, the source and the reason. */
export class HubError extends Error {
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** Wait that the hub asked for before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { isTransient: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HubError';
    this.isTransient = options.isTransient;
    this.retryAfterMs = options.retryAfterMs;
  }
}

const isHttp = (hubUrl: string): boolean => /^https?:/.test(hubUrl);
const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

async function openFolder(path: string, { from }: BodyOptions): Promise<HubBody> {
  const { size } = await stat(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new HubError(`${path} cannot be read (${code ?? message}).`, { isTransient: false });
  });
  const start = from < size ? from : 0;
  return { from: start, chunks: createReadStream(path, { start }) };
}

/** Uses `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
async function openHttp(url: string, { from, signal, stalledMs }: BodyOptions): Promise<HubBody> {
  // The client takes 0.15 s to load, and most starts download nothing.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEAD_TIMEOUT_MS,
    bodyTimeout: stalledMs,
  });
  const get = (first: number): Promise<Response> =>
    fetch(url, {
      dispatcher,
      signal,
      // A compressed answer has no byte positions to resume from.
      headers: { 'Accept-Encoding': 'identity', ...(first > 0 && { Range: `bytes=${first}-` }) },
    });
  try {
    let response = await get(from);
    // What an earlier run left is longer than the file.
    if (response.status === RANGE_NOT_SATISFIABLE && from > 0) response = await get(0);
    return {
      from: startOf(response),
      chunks: guarded(url, bodyOf(url, response), signal, dispatcher),
    };
  } catch (error) {
    await dispatcher.destroy();
    throw error instanceof HubError ? error : transient(`${url} cannot be reached`, signal, error);
  }
}

function bodyOf(url: string, response: Response): AsyncIterable<Uint8Array> {
  if (url.startsWith('https:') && !response.url.startsWith('https:'))
    throw new HubError(`${url} leads to an address without TLS.`, { isTransient: false });
  if (!response.ok || response.body === null) throw refusal(url, response);
  return response.body;
}

function startOf({ status, headers }: Response): number {
  const [, from = '0'] = /^bytes (\d+)-/.exec(headers.get('Content-Range') ?? '') ?? [];
  return status === 206 ? Number(from) : 0;
}

async function* guarded(
  url: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  dispatcher: { destroy(): Promise<void> },
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw transient(`${url} stopped in the middle`, signal, error);
  } finally {
    await dispatcher.destroy();
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
function transient(what: string, signal: AbortSignal, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return new HubError(`${what}: ${cause?.code ?? cause?.message ?? message}.`, {
    isTransient: true,
    cause: error,
  });
}
