import type {
  Asset,
  Pricing,
  Collection,
  Edit,
  IssuedKey,
  Key,
  NewKey,
  Readiness,
  Result,
  SearchAnswer,
  SearchRequest,
  SimilarRequest,
  UploadFacts,
  Usage,
  UsageByDay,
  Use,
} from './contract.js';
import { downloadFile, type FileVariant } from './files.js';
import { imageField, type ImageInput, wholeImage } from './images/image-input.js';
import {
  baseAddress,
  limitsFor,
  newIdempotencyKey,
  requestHeaders,
  type CallOptions,
  type ClientOptions,
  type SearchOptions,
} from './options.js';
import { answerOf, type Answer, refusal } from './transport/answer.js';
import { send, type Limits, type Sendable } from './transport/send.js';

/** A search: the body of the contract, with `image` for an example in any form. */
export type SearchInput = SearchRequest & { image?: ImageInput };

export interface AssetOptions extends CallOptions {
  /** What the image is for; the answer then has `usable`. */
  use?: Use | undefined;
}

export interface FileOptions extends CallOptions {
  /** The original unless set. */
  variant?: FileVariant | undefined;
}

export interface UsageOptions extends CallOptions {
  /** How many days, today included: 1 to 90, by default 30. */
  days?: number | undefined;
}

export interface RotateOptions extends CallOptions {
  /** Seconds for which the old key still works: by default a day, at most 30 days. */
  graceS?: number | undefined;
}

/**
 * A client of the image search. Every method rejects with an `ImageSearchError`, or with the reason of an aborted
 * `signal`. Searches carry an Idempotency-Key and are sent again when a connection is lost or the service is busy; such a
 * search is charged once.
 */
export class ImageSearch {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;

  /** @throws ImageSearchError `options_invalid` */
  constructor(options: ClientOptions) {
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
    const limits = limitsFor(options, this.#options, hasImage);
    const field = image === undefined ? {} : await imageField(image, this.#fetch, options.signal);
    return this.#post('/v1/search', { ...body, ...field }, options, limits);
  }

  /** Images that look like an indexed image. Costs as much as a search. */
  similar(request: SimilarRequest | string, options: SearchOptions = {}): Promise<Answer<SearchAnswer>> {
    const body = typeof request === 'string' ? { asset_id: request } : request;
    return this.#post('/v1/similar', body, options, limitsFor(options, this.#options));
  }

  /** All metadata of one image. Free. */
  asset(assetId: string, { use = {}, ...options }: AssetOptions = {}): Promise<Answer<Asset>> {
    const asked = Object.entries(use).map(([purpose, value]) => [`use_${purpose}`, String(value)]);
    const query = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
    return this.#get(assetPath(assetId) + query, options);
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
    const limits = limitsFor(options, this.#options, true);
    const body = { ...said, image_base64: await wholeImage(image) };
    return this.#change('POST', '/v1/asset', body, readJson<Asset>, limits);
  }

  /** Changes what is said of an image that the account has added. Free; needs a key with the scope `ingest`. */
  edit(assetId: string, edit: Edit, options: CallOptions = {}): Promise<Answer<Asset>> {
    return this.#change(
      'PATCH',
      assetPath(assetId),
      edit,
      readJson<Asset>,
      limitsFor(options, this.#options),
    );
  }

  /**
   * Deletes an image that the account has added, for good. Free; needs a key with the scope `ingest`. Where the answer to a
   * deletion is lost, the next attempt may reject with `asset_not_found`.
   */
  remove(assetId: string, options: CallOptions = {}): Promise<Answer<null>> {
    const limits = limitsFor(options, this.#options);
    return this.#change('DELETE', assetPath(assetId), undefined, readNothing, limits);
  }

  /** Credits, limits and the latest searches of the account. Free. */
  usage(options: CallOptions = {}): Promise<Answer<Usage>> {
    return this.#get('/v1/usage', options);
  }

  /** What the searches of each key cost on each day. Free; needs a key with the scope `account`. */
  usageByDay({ days, ...options }: UsageOptions = {}): Promise<Answer<UsageByDay>> {
    return this.#get(daysPath(days), options);
  }

  /** The same as a table for spreadsheets. */
  usageCsv({ days, ...options }: UsageOptions = {}): Promise<Answer<string>> {
    return this.#get(daysPath(days), options, readText, { Accept: 'text/csv' });
  }

  /** The live keys of the account, oldest first, never the keys themselves. Free; needs a key with the scope `account`. */
  keys(options: CallOptions = {}): Promise<Answer<{ keys: Key[] }>> {
    return this.#get('/v1/keys', options);
  }

  /**
   * Makes a key. Free; needs a key with the scope `account`. It is sent once: where its answer is lost, look for the key in
   * `keys` and revoke it. Rejects with `key_refused` when the account has 100 live keys.
   */
  createKey(key: NewKey, options: CallOptions = {}): Promise<Answer<IssuedKey>> {
    return this.#change('POST', '/v1/keys', key, readJson<IssuedKey>, this.#once(options));
  }

  /** Names a key. Free; needs a key with the scope `account`. Rejects with `key_not_found` or `key_refused`. */
  renameKey(keyId: string, name: string, options: CallOptions = {}): Promise<Answer<Key>> {
    return this.#change('PATCH', keyPath(keyId), { name }, readJson<Key>, limitsFor(options, this.#options));
  }

  /**
   * Replaces a key by one with the same name, scopes, bounds and expiry. Free; needs a key with the scope `account`. It is sent
   * once: where its answer is lost, revoke the successor, which `keys` lists, and rotate again. Rejects with `key_not_found`,
   * or with `key_refused` for a key that was rotated before or has a scope that only the operator gives.
   */
  rotateKey(keyId: string, { graceS, ...options }: RotateOptions = {}): Promise<Answer<IssuedKey>> {
    const body = graceS === undefined ? {} : { grace_s: graceS };
    return this.#change('POST', `${keyPath(keyId)}/rotate`, body, readJson<IssuedKey>, this.#once(options));
  }

  /**
   * Ends a key: it is refused everywhere within 5 seconds. Free; needs a key with the scope `account`. Where the answer is lost,
   * the next attempt may reject with `key_not_found`. Rejects with `key_refused` for another key with the scope `account`.
   */
  revokeKey(keyId: string, options: CallOptions = {}): Promise<Answer<null>> {
    const limits = limitsFor(options, this.#options);
    return this.#change('DELETE', keyPath(keyId), undefined, readNothing, limits);
  }

  /** Plans and credit rules. Free; needs no key. */
  pricing(options: CallOptions = {}): Promise<Answer<Pricing>> {
    return this.#get('/v1/pricing', options);
  }

  /** How many images there are, and frequent words and colours. Free. */
  collection(options: CallOptions = {}): Promise<Answer<Collection>> {
    return this.#get('/v1/collection', options);
  }

  /** Whether each part of the service is ready. A service that is not ready is an answer too. Free. */
  warm(options: CallOptions = {}): Promise<Answer<Readiness>> {
    return this.#get('/v1/warm', options, readReadiness);
  }

  /** The file of a search result, or of an asset by its id. Free. */
  async file(
    of: Pick<Result, 'asset_id' | 'file'> | string,
    options: FileOptions = {},
  ): Promise<Answer<Blob>> {
    const { apiKey } = this.#options;
    const target = { baseUrl: this.#baseUrl, apiKey, of, variant: options.variant };
    const { body, response, attempts } = await downloadFile(
      this.#fetch,
      target,
      limitsFor(options, this.#options, true),
    );
    return answerOf(body, response, attempts);
  }

  async #post<Data>(
    path: string,
    body: object,
    { idempotencyKey = newIdempotencyKey() }: SearchOptions,
    limits: Limits,
  ): Promise<Answer<Data>> {
    const headers = requestHeaders(this.#options.apiKey, {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    });
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return this.#send({ url: this.#baseUrl + path, init, idempotencyKey, read: readJson<Data> }, limits);
  }

  /** Limits of a request that does something else when it is sent again. */
  #once(options: CallOptions): Limits {
    return { ...limitsFor(options, this.#options), retries: 0 };
  }

  #change<Data>(
    method: string,
    path: string,
    body: object | undefined,
    read: (response: Response) => Promise<Data>,
    limits: Limits,
  ): Promise<Answer<Data>> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = requestHeaders(this.#options.apiKey, type);
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.#send({ url: this.#baseUrl + path, init, idempotencyKey: null, read }, limits);
  }

  async #get<Data>(
    path: string,
    options: CallOptions,
    read: (response: Response) => Promise<Data> = readJson<Data>,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    const init = { headers: requestHeaders(this.#options.apiKey, headers) };
    const request = { url: this.#baseUrl + path, init, idempotencyKey: null, read };
    return this.#send(request, limitsFor(options, this.#options));
  }

  /** Redirects are not followed: `fetch` would show the key to their target. */
  async #send<Data>(request: Sendable<Data>, limits: Limits): Promise<Answer<Data>> {
    const init: RequestInit = { ...request.init, redirect: 'manual' };
    const { body, response, attempts } = await send(this.#fetch, { ...request, init }, limits);
    return answerOf(body, response, attempts);
  }
}

const keyPath = (keyId: string): string => `/v1/keys/${encodeURIComponent(keyId)}`;

const daysPath = (days: number | undefined): string =>
  `/v1/usage/days${days === undefined ? '' : `?days=${days}`}`;

const assetPath = (assetId: string): string => `/v1/asset/${encodeURIComponent(assetId)}`;

async function readNothing(response: Response): Promise<null> {
  if (!response.ok) throw refusal(response, await response.text());
  return null;
}

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  return text;
}

async function readJson<Data>(response: Response): Promise<Data> {
  if (!response.ok) throw refusal(response, await response.text());
  return (await response.json()) as Data;
}

/** A service that is not ready answers 503 with the readiness of each part; an error has another shape. */
async function readReadiness(response: Response): Promise<Readiness> {
  const text = await response.text();
  const isReadiness = response.ok || (response.status === 503 && /"ready":\s*false/.test(text));
  if (!isReadiness) throw refusal(response, text);
  return JSON.parse(text) as Readiness;
}
