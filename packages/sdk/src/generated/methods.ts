// Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
import type { CallOptions } from '../options.js';
import type { Answer } from '../transport/answer.js';
import { withQuery, type Call } from '../transport/send.js';
import type { Asset, Collection, Edit, History, IssuedKey, Key, KeyRequest, Keys, Pricing, Usage, UsageByDay } from './contract.js';

export interface EditOptions extends CallOptions {
  /** The `ETag` of the image as it was read. If it has another one, nothing is changed: 412. */
  ifMatch?: string | undefined;
}

export interface UsageByDayOptions extends CallOptions {
  /** How many days, today included. Default: `30`. */
  days?: number | undefined;
}

export interface RotateKeyOptions extends CallOptions {
  /** Seconds for which the old key still works, at most 30 days. It never works longer than it would have. Default: `86400`. */
  graceS?: number | undefined;
}

/** The methods that are a verb and a path. */
export abstract class PlainMethods {
  /** @internal */
  protected abstract call<Data>(
    method: string,
    path: string,
    options: CallOptions,
    call?: Call<Data>,
  ): Promise<Answer<Data>>;

  /** Change what is said of an image. Only of an image that the account has added. Its file stays as it is. Searches follow when the answer arrives. Edits of different fields at the same moment all hold. With `If-Match`, an edit of what somebody else has changed meanwhile is refused. Costs nothing. Needs a key with the scope `ingest`. */
  edit(assetId: string, edit: Edit, { ifMatch, ...options }: EditOptions = {}): Promise<Answer<Asset>> {
    return this.call('PATCH', `/v1/asset/${encodeURIComponent(assetId)}`, options, { body: edit, headers: { 'If-Match': ifMatch } });
  }

  /** Delete an image. Only an image that the account has added. It is deleted for good, with its files, and may be added again. Costs nothing. Needs a key with the scope `ingest`. Where the answer to a deletion is lost, the next attempt may fail with `asset_not_found`. */
  remove(assetId: string, options: CallOptions = {}): Promise<Answer<null>> {
    return this.call('DELETE', `/v1/asset/${encodeURIComponent(assetId)}`, options, { read: () => null });
  }

  /** What was changed of an image, when and with which key. Only of an image that the account has added; also of one that is deleted. What a field was before is not kept, except the licence. Costs nothing. Needs a key with the scope `ingest`. */
  history(assetId: string, options: CallOptions = {}): Promise<Answer<History>> {
    return this.call('GET', `/v1/asset/${encodeURIComponent(assetId)}/history`, options);
  }

  /** Credits left, and the outcome of the latest searches. Lists the last 100 searches with their `Idempotency-Key`, status and charge. Use it after a search whose answer did not arrive. Costs nothing. Needs a key with the scope `usage`. */
  usage(options: CallOptions = {}): Promise<Answer<Usage>> {
    return this.call('GET', `/v1/usage`, options);
  }

  /** What the searches of each key cost on each day. With `Accept: text/csv`, the answer is a table for a spreadsheet. Costs nothing. Only the operator makes a key with the scope `account`. Needs a key with the scope `account`. */
  usageByDay({ days, ...options }: UsageByDayOptions = {}): Promise<Answer<UsageByDay>> {
    return this.call('GET', withQuery(`/v1/usage/days`, { days: days }), options);
  }

  /** The live keys of the account. Never the keys themselves. Costs nothing. Only the operator makes a key with the scope `account`. Needs a key with the scope `account`. */
  keys(options: CallOptions = {}): Promise<Answer<Keys>> {
    return this.call('GET', `/v1/keys`, options);
  }

  /** Make a key. Without the scopes that only the operator gives. An account has at most 100 live keys. Costs nothing. Sent again, it makes another key. Needs a key with the scope `account`. It is sent once: where its answer is lost, look for the key in `keys` and revoke it. */
  createKey(key: KeyRequest, options: CallOptions = {}): Promise<Answer<IssuedKey>> {
    return this.call('POST', `/v1/keys`, { ...options, retries: 0 }, { body: key });
  }

  /** Name a key. Not another key with the scope `account`. Costs nothing. Needs a key with the scope `account`. */
  renameKey(keyId: string, name: string, options: CallOptions = {}): Promise<Answer<Key>> {
    return this.call('PATCH', `/v1/keys/${encodeURIComponent(keyId)}`, options, { body: { name: name } });
  }

  /** Replace a key. By one with the same name, scopes, bounds and expiry. The old key still works for the grace. Not a key with a scope that only the operator gives, and no key twice. Costs nothing. Needs a key with the scope `account`. It is sent once: where its answer is lost, revoke the successor, which `keys` lists, and rotate again. */
  rotateKey(keyId: string, { graceS, ...options }: RotateKeyOptions = {}): Promise<Answer<IssuedKey>> {
    return this.call('POST', `/v1/keys/${encodeURIComponent(keyId)}/rotate`, { ...options, retries: 0 }, { body: { grace_s: graceS } });
  }

  /** End a key. It is refused everywhere within 5 seconds. Not another key with the scope `account`. Costs nothing. Needs a key with the scope `account`. Where the answer is lost, the next attempt may fail with `key_not_found`. */
  revokeKey(keyId: string, options: CallOptions = {}): Promise<Answer<null>> {
    return this.call('DELETE', `/v1/keys/${encodeURIComponent(keyId)}`, options, { read: () => null });
  }

  /** How many images there are, and what they show. Counts the images of each collection, and names frequent words and colours, which a page can suggest. Costs nothing. Takes every key. */
  collection(options: CallOptions = {}): Promise<Answer<Collection>> {
    return this.call('GET', `/v1/collection`, options);
  }

  /** Plans, their limits, and what a search costs. Needs no key. */
  pricing(options: CallOptions = {}): Promise<Answer<Pricing>> {
    return this.call('GET', `/v1/pricing`, options);
  }
}
