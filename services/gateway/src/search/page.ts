import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes } from 'node:crypto';
import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import type { FaultType } from '../http/errors.js';
import type { KeySecrets } from '../keys/api-key.js';
import type { Candidate, HydratedCandidate } from './candidate.js';

/** What a page of an answer depends on. */
export interface PageRequest {
  /** As the caller sent it; undefined asks for the first page. */
  cursor: string | undefined;
  /** Of all else that the ranking depends on; asked only where a page needs it, because an image takes milliseconds. */
  requestHash: () => Buffer;
}

/** One page of a ranking. */
export interface Page {
  results: HydratedCandidate[];
  /** Where the next page begins; undefined on the last page. */
  next: Place | undefined;
}

/** A hash of the fields that pages of one ranking have in common: all except `cursor` and `k`. */
export function hashOfRequest(endpoint: string, body: object): Buffer {
  const shared = Object.entries(body).filter(([name]) => name !== 'cursor' && name !== 'k');
  return createHash('sha256')
    .update(JSON.stringify([endpoint, shared]))
    .digest()
    .subarray(0, HASH_BYTES);
}

/** The page that a search is to answer. */
export interface PageWanted {
  /** Undefined for the first page. */
  place: Place | undefined;
  requestHash: () => Buffer;
  now: Date;
}

/**
 * The page that a request asks for.
 * @throws AppError `invalid_request` for a cursor of another account or of another request.
 */
export function pageWanted(
  { cursor, requestHash }: PageRequest,
  { account }: { account: { id: string } },
  { cursors, now }: { cursors: CursorSeal; now: () => Date },
): PageWanted {
  const place = cursor === undefined ? undefined : cursors.open(cursor, account.id);
  if (place?.requestHash.equals(requestHash()) === false) {
    throw cursorFault(
      'cursor_mismatch',
      'This cursor belongs to another request. Send the same request as for the page before, with this cursor.',
    );
  }
  return { place, requestHash, now: now() };
}

/**
 * Checked after a repeated request has had its first answer: that one outlives the cursor.
 * @throws AppError `invalid_request` for a cursor that has expired.
 */
export function requireCurrent({ place, now }: PageWanted): void {
  if (place === undefined || place.expiresAt > now) return;
  throw cursorFault('cursor_expired', 'This cursor has expired. Send the request again without a cursor.');
}

export interface PageOptions extends PageWanted {
  k: number;
  poolSize: number;
  /** Whether no larger pool holds what these pages may go on with. */
  isAll: boolean;
  /** False for an order that is not by score. */
  scoresFall: boolean;
}

/**
 * The next `k` results of a ranking that no page before had. While neither the index nor the reranker's answer changes, the
 * pages are the ranking in its order. When something changed, no image comes twice: a new image comes at its rank among the
 * ones that are left, and a removed one is missing. Only what the page shows is hydrated, and the next ranks take the place
 * of what was withdrawn.
 */
export async function nextPage(
  ranked: readonly Candidate[],
  { place, k, requestHash, poolSize, isAll, now, scoresFall }: PageOptions,
  hydrate: (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>,
): Promise<Page> {
  const seen = place?.seen ?? NOTHING;
  const ceiling = place?.ceiling ?? 1;
  const unseen = ranked.filter((candidate) => !isSeen(candidate, seen));
  // One more than the page holds says whether there is another page.
  const found = await firstShown(unseen, seen, k + 1, hydrate);
  const results = found
    .slice(0, k)
    .map((candidate) => ({ ...candidate, score: Math.min(ceiling, candidate.score) }));
  const seenNow = new Set([...seen, ...results.map(({ assetId }) => markOf(assetId))]);
  const isUsedUp = found.length <= results.length;
  const deeper = isAll ? undefined : POOL_SIZES.find((size) => size > poolSize);
  if ((isUsedUp && deeper === undefined) || seenNow.size >= PAGED_MAX) return { results, next: undefined };
  const next = {
    requestHash: requestHash(),
    // The next page is full, whatever the pool of this one holds.
    poolSize: deeper !== undefined && (isUsedUp || unseen.length < 2 * k) ? deeper : poolSize,
    ceiling: scoresFall ? (results.at(-1)?.score ?? ceiling) : 1,
    seen: seenNow,
    expiresAt: expiryFrom(now),
  };
  return { results, next };
}

export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + CURSOR_VALID_MS);
}

/** Images that the pages of one ranking show at most: a cursor holds a mark of each. */
export const PAGED_MAX = 1_000;
/** Few recalls for many pages: each may rank a little differently. */
const POOL_SIZES = [300, PAGED_MAX];

/** How many images the pages of a search reach, about. */
export function reachableOf(found: number, matching = 0): number {
  return Math.min(PAGED_MAX, Math.max(found, matching));
}

/**
 * Candidates that are hydrated besides those that are wanted, so that a few withdrawn ones cost no second call; twice as many
 * in each further call, for a search that leaves out most of them.
 */
const HYDRATED_MARGIN = 4;

/** The first of these images that are not withdrawn. */
async function firstShown(
  unseen: readonly Candidate[],
  seen: ReadonlySet<string>,
  wanted: number,
  hydrate: (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>,
): Promise<HydratedCandidate[]> {
  const found: HydratedCandidate[] = [];
  let margin = HYDRATED_MARGIN;
  for (let from = 0; found.length < wanted && from < unseen.length; margin *= 2) {
    const until = from + wanted - found.length + margin;
    // Another image may stand for a group now: one that an earlier page had.
    found.push(
      ...(await hydrate(unseen.slice(from, until))).filter(({ assetId }) => !isSeen({ assetId }, seen)),
    );
    from = until;
  }
  return found.slice(0, wanted);
}

/** A larger pool may hold a better image of a group that an earlier page had. */
function isSeen(
  { assetId, duplicates = [] }: { assetId: string; duplicates?: readonly string[] },
  seen: ReadonlySet<string>,
): boolean {
  return seen.size > 0 && [assetId, ...duplicates].some((id) => seen.has(markOf(id)));
}

const HASH_BYTES = 16;
const NOTHING: ReadonlySet<string> = new Set();

/** Short enough for a thousand in an address: two of as many images share a mark once in two million rankings. */
function markOf(assetId: string): string {
  return hash('sha256', assetId, 'binary').slice(0, MARK_BYTES);
}

/** Where a ranking continues. */
export interface Place {
  /** Hash of everything in the request except `cursor` and `k`. */
  requestHash: Buffer;
  /** Size of the pool: another size is another ranking. */
  poolSize: number;
  /** Score of the last result; none of a later page is higher. */
  ceiling: number;
  /** Marks of the results of the pages so far. */
  seen: ReadonlySet<string>;
  /** Set in a list by date: its last image. No marks are needed then. */
  listed?: ListedPlace | undefined;
  expiresAt: Date;
}

/** An image in a list by date, as the index has it. */
export interface ListedPlace {
  assetId: string;
  /** Undefined where the date is unknown. */
  createdMs: number | undefined;
  /** Whether it fails a default, and so comes after all others. */
  unmet: boolean;
}

export const CURSOR_VALID_MS = 60 * 60_000;
/** Within what proxies allow for the first line of a request, 8 KiB. */
export const CURSOR_CHARS_MAX = 7_168;
const MARK_BYTES = 5;

const VERSION = 2;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const payloadSchema = z.strictObject({
  v: z.literal(VERSION),
  h: z.string(),
  p: z.number().int().positive(),
  c: z.number().min(0).max(1),
  e: z.number(),
  l: z.tuple([z.string(), z.number().nullable(), z.boolean()]).optional(),
});

/** JSON holds no such character; the marks follow it. */
const END_OF_PAYLOAD = '\n';

/**
 * Cursors hold their place themselves, so that no gateway keeps state between pages. They are encrypted, and authenticated
 * together with the account: nobody can read, change or make one, and another account's is as good as none.
 */
export class CursorSeal {
  readonly #keys: readonly [first: Buffer, ...others: Buffer[]];

  /** @param secrets The gateway's key secrets, the same on every replica. */
  constructor([first, ...others]: KeySecrets) {
    this.#keys = [keyOf(first), ...others.map(keyOf)];
  }

  seal({ requestHash, poolSize, ceiling, seen, listed, expiresAt }: Place, accountId: string): string {
    const payload: z.input<typeof payloadSchema> = {
      v: VERSION,
      h: requestHash.toString('base64url'),
      p: poolSize,
      c: ceiling,
      e: expiresAt.getTime(),
      ...(listed && { l: [listed.assetId, listed.createdMs ?? null, listed.unmet] }),
    };
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys[0], nonce).setAAD(Buffer.from(accountId));
    const marks = Buffer.from([...seen].join(''), 'latin1');
    const text = Buffer.concat([Buffer.from(JSON.stringify(payload) + END_OF_PAYLOAD), marks]);
    const sealed = [nonce, cipher.update(text), cipher.final()];
    return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** @throws AppError `invalid_request` for a text that is no cursor of this account. */
  open(cursor: string, accountId: string): Place {
    const bytes = Buffer.from(cursor, 'base64url');
    // Decoding ignores characters outside of base64url, so the text is compared too.
    if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== cursor) throw noCursor();
    const texts = this.#keys.map((key) => decipher(bytes, key, accountId));
    const text = texts.find((deciphered) => deciphered !== undefined);
    if (text === undefined) throw noCursor();
    // Only this class seals, but a gateway of another version may write another form.
    const end = text.indexOf(END_OF_PAYLOAD);
    const { data } = payloadSchema.safeParse(JSON.parse(text.toString('utf8', 0, end)));
    if (data === undefined) throw noCursor();
    const [assetId, createdMs, unmet] = data.l ?? [];
    return {
      requestHash: Buffer.from(data.h, 'base64url'),
      poolSize: data.p,
      ceiling: data.c,
      seen: new Set(marksIn(text.subarray(end + 1))),
      listed:
        assetId === undefined
          ? undefined
          : { assetId, createdMs: createdMs ?? undefined, unmet: unmet === true },
      expiresAt: new Date(data.e),
    };
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'search cursor', KEY_BYTES));
}

/** Undefined for bytes that were not sealed with this key for the account. */
function decipher(bytes: Buffer, key: Buffer, accountId: string): Buffer | undefined {
  const opening = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  opening.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([opening.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opening.final()]);
  } catch {
    return undefined;
  }
}

function marksIn(bytes: Buffer): string[] {
  return Array.from({ length: bytes.length / MARK_BYTES }, (_, at) =>
    bytes.toString('latin1', at * MARK_BYTES, (at + 1) * MARK_BYTES),
  );
}

export function cursorFault(type: FaultType, msg: string): AppError {
  return invalid({ loc: ['body', 'cursor'], msg, type });
}

function noCursor(): AppError {
  return cursorFault('cursor_invalid', 'This is no cursor that an answer of this account gave.');
}
