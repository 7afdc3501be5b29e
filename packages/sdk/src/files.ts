import type { Result } from './contract.js';
import { ImageSearchError } from './errors.js';
import { requestHeaders } from './options.js';
import { refusal } from './transport/answer.js';
import { send, type Limits, type Received } from './transport/send.js';

/** `thumb` has at most 400 pixels on the longest edge, `view` at most 1,600; `credited` carries its credit line. */
export type FileVariant = 'thumb' | 'view' | 'credited';

interface Target {
  baseUrl: string;
  apiKey: string | undefined;
  /** A search result or an asset; or the id of an asset. */
  of: Pick<Result, 'asset_id' | 'file'> | string;
  variant: FileVariant | undefined;
}

/** Fetches the file. The address of a result needs no key; the one of an asset does. */
export async function downloadFile(
  fetcher: typeof fetch,
  target: Target,
  limits: Limits,
): Promise<Received<Blob>> {
  const { of } = target;
  if (typeof of !== 'string' && !of.file.includes('/v1/asset/direct/')) {
    return fetchBlob(fetcher, withVariant(of.file, target.variant), limits);
  }
  const endsAt = performance.now() + limits.timeoutMs;
  const location = await fileAddress(fetcher, target, limits);
  const leftMs = Math.max(1, endsAt - performance.now());
  return fetchBlob(fetcher, location, { ...limits, timeoutMs: leftMs });
}

/** The address behind the redirect, which may be of another host: the key must not reach it. */
async function fileAddress(
  fetcher: typeof fetch,
  { baseUrl, apiKey, of, variant }: Target,
  limits: Limits,
): Promise<string> {
  const assetId = typeof of === 'string' ? of : of.asset_id;
  const url = withVariant(`${baseUrl}/v1/asset/direct/${encodeURIComponent(assetId)}`, variant);
  const request = {
    url,
    init: { headers: requestHeaders(apiKey), redirect: 'manual' as const },
    idempotencyKey: null,
    read: readLocation,
  };
  const { body: location } = await send(fetcher, request, limits);
  if (location !== null) return new URL(location, url).href;
  throw new ImageSearchError(
    'A browser cannot follow this redirect without the API key. Pass a search result instead of an asset.',
    { type: 'file_needs_result' },
  );
}

function fetchBlob(fetcher: typeof fetch, url: string, limits: Limits): Promise<Received<Blob>> {
  return send(fetcher, { url, init: {}, idempotencyKey: null, read: readBlob }, limits);
}

/** Null in a browser, which hides where a redirect leads. */
async function readLocation(response: Response): Promise<string | null> {
  if (response.type === 'opaqueredirect') return null;
  if (response.status !== 302) throw refusal(response, await response.text());
  return response.headers.get('Location');
}

async function readBlob(response: Response): Promise<Blob> {
  if (!response.ok) throw refusal(response, await response.text());
  return response.blob();
}

function withVariant(address: string, variant: FileVariant | undefined): string {
  if (variant === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('v', variant);
  return url.href;
}
