import { ImageSearch } from '@imagesearch/sdk';
import { ADMISSION_HEADER } from '../keys/admission.js';

/** On top of the time of a search, so that the API's own `deadline_exceeded` arrives. */
const MARGIN_MS = 3_000;

/** Where this gateway answers; set once its port is known. */
export interface OwnAddresses {
  /** Base of the addresses in answers. */
  baseUrl: string;
  localUrl: string;
}

interface Asking {
  searchTimeoutMs: number;
  apiKey: string;
  requestId: string;
  /** That of the message, for the first request with its key. */
  admission: string | undefined;
}

/**
 * The API as the caller of a tool uses it: over this gateway's own port, under the caller's key, limits and credits.
 * Nothing is sent again here; the caller decides about that.
 */
export function loopbackClient(
  { baseUrl: publicUrl, localUrl }: OwnAddresses,
  { searchTimeoutMs, apiKey, requestId, admission }: Asking,
): ImageSearch {
  const passed = {
    'X-Request-Id': requestId,
    ...(admission !== undefined && { [ADMISSION_HEADER]: admission }),
  };
  return new ImageSearch({
    baseUrl: localUrl,
    apiKey,
    timeoutMs: searchTimeoutMs + MARGIN_MS,
    retries: 0,
    fetch: loopbackFetch({ publicUrl, localUrl, passed }),
  });
}

interface Loopback {
  /** Base of the addresses in answers. */
  publicUrl: string;
  localUrl: string;
  /** Headers of every request. */
  passed: Readonly<Record<string, string>>;
}

/**
 * `fetch` that reaches this gateway only. Files of answers have public addresses, which need not be reachable from here;
 * a redirect to another host, such as a rights holder's, is not followed.
 */
function loopbackFetch({ publicUrl, localUrl, passed }: Loopback): typeof fetch {
  const local = (address: string): string | undefined => {
    if (address.startsWith(`${localUrl}/`)) return address;
    return address.startsWith(`${publicUrl}/`) ? localUrl + address.slice(publicUrl.length) : undefined;
  };
  const get = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = local(address);
    if (url === undefined) return new Response(null, { status: 404 });
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(passed)) headers.set(name, value);
    // Kept alive, both ends of the connection would count against this process for a minute.
    headers.set('Connection', 'close');
    return fetch(url, { ...init, headers, redirect: 'manual' });
  };
  return async (input, init) => {
    const response = await get(input instanceof Request ? input.url : String(input), init);
    const location = response.headers.get('Location');
    if (response.status !== 302 || location === null || init?.redirect === 'manual') return response;
    return get(location, init);
  };
}
