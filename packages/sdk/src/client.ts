import type {
  Asset,
  Readiness,
  Result,
  SearchAnswer,
  SearchRequest,
  SimilarRequest,
  UploadFacts,
  Use,
} from './generated/contract.js';
import { PlainMethods, type UsageByDayOptions } from './generated/methods.js';
import { ImageSearchError } from './errors.js';
import { imageField, type ImageInput, wholeImage } from './image-input.js';
import {
  baseAddress,
  limitsFor,
  newIdempotencyKey,
  requestHeaders,
  type CallOptions,
  type ClientOptions,
  type SearchOptions,
} from './options.js';
import { refusal, type Answer } from './transport/answer.js';
import { send, withQuery, type Call } from './transport/send.js';

/** A search: the body of the contract, with `image` for an example in any form. */
export type SearchInput = SearchRequest & { image?: ImageInput };

export interface AssetOptions extends CallOptions {
  /** What the image is for; the answer then has `usable`. */
  use?: Use | undefined;
}

/** `thumb` has at most 400 pixels on the longest edge, `thumb_2x` 800, `view` 1,600; `credited` carries its credit line. */
export type FileVariant = 'thumb' | 'thumb_2x' | 'view' | 'credited';

export interface FileOptions extends CallOptions {
  /** The original unless set. */
  variant?: FileVariant | undefined;
}

/**
 * A client of the image search. Every method rejects with an `ImageSearchError`, or with the reason of an aborted
 * `signal`. Searches carry an Idempotency-Key and are sent again when a connection is lost or the service is busy; such a
 * search is charged once.
 */
export class ImageSearch extends PlainMethods {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;

  /** @throws ImageSearchError `options_invalid` */
  constructor(options: ClientOptions) {
    super();
    this.#options = options;
    this.#baseUrl = baseAddress(options.baseUrl);
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
    requestHeaders(options.apiKey);
    limitsFor({}, options);
  }

  /** Images for words, for an example image, or for both. Costs one credit for each ten results, at least one. */
  async search(request: SearchInput | string, options: SearchOptions = {}): Promise<Answer<SearchAnswer>> {
    const given: SearchInput = typeof request === 'string' ? { query: request } : request;
    const { image, ...body } = given;
    const hasImage = image !== undefined || body.image_base64 !== undefined;
    const field = image === undefined ? {} : await imageField(image);
    return this.#search('/v1/search', { ...body, ...field }, options, hasImage);
  }

  /** Images that look like an indexed image. Costs as much as a search. */
  similar(request: SimilarRequest | string, options: SearchOptions = {}): Promise<Answer<SearchAnswer>> {
    const body = typeof request === 'string' ? { asset_id: request } : request;
    return this.#search('/v1/similar', body, options);
  }

  /** All metadata of one image. Free. */
  asset(assetId: string, { use = {}, ...options }: AssetOptions = {}): Promise<Answer<Asset>> {
    const asked = Object.entries(use).map(([purpose, value]) => [`use_${purpose}`, String(value)]);
    const query = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
    return this.call('GET', assetPath(assetId) + query, options);
  }

  /**
   * Adds an image of the account's own, of at most 25 MiB, in any format that the service reads; searches find it when this
   * resolves. The same bytes are the same image: added again, what is said now replaces what was said. Free; needs a key with
   * the scope `ingest`.
   */
  async upload(
    image: Exclude<ImageInput, string | URL>,
    said: UploadFacts = {},
    options: CallOptions = {},
  ): Promise<Answer<Asset>> {
    const body = { ...said, image_base64: await wholeImage(image) };
    return this.call('POST', '/v1/asset', options, { body, hasImage: true });
  }

  /** The same as a table for spreadsheets. */
  usageCsv({ days, ...options }: UsageByDayOptions = {}): Promise<Answer<string>> {
    return this.call('GET', withQuery('/v1/usage/days', { days }), options, {
      headers: { Accept: 'text/csv' },
      read: (response) => response.text(),
    });
  }

  /** Whether each part of the service is ready. A service that is not ready is an answer too. Free. */
  warm(options: CallOptions = {}): Promise<Answer<Readiness>> {
    return this.call('GET', '/v1/warm', options, READINESS);
  }

  /** The file of a search result, or of an asset by its id. Free. */
  async file(
    of: Pick<Result, 'asset_id' | 'file'> | string,
    { variant, ...options }: FileOptions = {},
  ): Promise<Answer<Blob>> {
    const limits = limitsFor(options, this.#options, true);
    const endsAt = performance.now() + limits.timeoutMs;
    // The address of a result needs no key; the one of an asset does.
    const isOpen = typeof of !== 'string' && !of.file.includes('/v1/asset/direct/');
    const url = isOpen
      ? withVariant(of.file, variant)
      : await this.#fileAddress(typeof of === 'string' ? of : of.asset_id, variant, options);
    const leftMs = Math.max(1, endsAt - performance.now());
    const request = { url, init: {}, idempotencyKey: null, read: (response: Response) => response.blob() };
    return send(this.#fetch, request, { ...limits, timeoutMs: leftMs });
  }

  /** The address behind the redirect, which may be of another host: the key must not reach it. */
  async #fileAddress(
    assetId: string,
    variant: FileVariant | undefined,
    options: CallOptions,
  ): Promise<string> {
    const direct = `/v1/asset/direct/${encodeURIComponent(assetId)}`;
    const path = variant === undefined ? direct : `${direct}?v=${variant}`;
    const { data: location } = await this.call('GET', path, options, REDIRECT);
    if (location !== null) return new URL(location, this.#baseUrl + path).href;
    throw new ImageSearchError(
      'A browser cannot follow this redirect without the API key. Pass a search result instead of an asset.',
      { type: 'file_needs_result' },
    );
  }

  #search(
    path: string,
    body: object,
    { idempotencyKey = newIdempotencyKey(), ...options }: SearchOptions,
    hasImage = false,
  ): Promise<Answer<SearchAnswer>> {
    return this.call('POST', path, options, { body, hasImage, idempotencyKey });
  }

  /** Redirects are not followed: `fetch` would show the key to their target. */
  protected async call<Data>(
    method: string,
    path: string,
    options: CallOptions,
    { body, headers, idempotencyKey = null, hasImage = false, ...reading }: Call<Data> = {},
  ): Promise<Answer<Data>> {
    const sent = requestHeaders(this.#options.apiKey, {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    });
    const init: RequestInit = { method, headers: sent, redirect: 'manual' };
    if (body) init.body = JSON.stringify(body);
    const read = (response: Response) => response.json() as Promise<Data>;
    const request = { url: this.#baseUrl + path, init, idempotencyKey, read, ...reading };
    return send(this.#fetch, request, limitsFor(options, this.#options, hasImage));
  }
}

/** A service that is not ready answers 503 with the readiness of each part; an error has another shape. */
const READINESS: Call<Readiness> = {
  isAnswer: ({ ok, status }) => ok || status === 503,
  read: async (response) => {
    const text = await response.text();
    if (!response.ok && !/"ready":\s*false/.test(text)) throw refusal(response, text);
    return JSON.parse(text) as Readiness;
  },
};

/** Null in a browser, which hides where a redirect leads. */
const REDIRECT: Call<string | null> = {
  hasImage: true,
  isAnswer: ({ type, status }) => type === 'opaqueredirect' || status === 302,
  read: ({ headers }) => headers.get('Location'),
};

const assetPath = (assetId: string): string => `/v1/asset/${encodeURIComponent(assetId)}`;

function withVariant(address: string, variant: FileVariant | undefined): string {
  if (variant === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('v', variant);
  return url.href;
}
