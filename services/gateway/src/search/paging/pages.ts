import { createHash, hash } from 'node:crypto';
import type { FilterName } from '@imagesearch/facets/filters';
import type { Candidate, HydratedCandidate } from '../candidate.js';
import type { SearchFilters } from '../relax.js';
import { CURSOR_VALID_MS, cursorFault, MARK_CHARS, type CursorSeal, type Place } from './cursor.js';

/** What a page of an answer depends on. */
export interface PageRequest {
  /** As the caller sent it; undefined asks for the first page. */
  cursor: string | undefined;
  /** Of everything else that the ranking depends on; see `hashOfRequest`. */
  requestHash: Buffer;
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
  requestHash: Buffer;
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
  if (place?.requestHash.equals(requestHash) === false) {
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

/** On a later page the filters that the first page dropped stay dropped, and no other one is. */
export function filtersOfPage({ explicit, relaxable }: SearchFilters, { place }: PageWanted): SearchFilters {
  if (place === undefined) return { explicit, relaxable };
  const held = Object.entries(relaxable).filter(([name]) => !place.relaxed.includes(name as FilterName));
  return { explicit: { ...Object.fromEntries(held), ...explicit }, relaxable: {} };
}

export interface PageOptions extends PageWanted {
  k: number;
  poolSize: number;
  relaxed: readonly FilterName[];
}

/**
 * The next `k` results of a ranking that no page before had. While neither the index nor the reranker's answer changes, the
 * pages are the ranking in its order. When something changed, no image comes twice: a new image comes at its rank among the
 * ones that are left, and a removed one is missing. Only what the page shows is hydrated, and the next ranks take the place
 * of what was withdrawn.
 */
export async function nextPage(
  ranked: readonly Candidate[],
  { place, k, requestHash, poolSize, relaxed, now }: PageOptions,
  hydrate: (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>,
): Promise<Page> {
  const seen = place?.seen ?? NOTHING;
  const ceiling = place?.ceiling ?? 1;
  // One more than the page holds says whether there is another page.
  const found = await firstUnseen(ranked, seen, k + 1, hydrate);
  const results = found
    .slice(0, k)
    .map((candidate) => ({ ...candidate, score: Math.min(ceiling, candidate.score) }));
  if (found.length <= results.length) return { results, next: undefined };
  const next = {
    requestHash,
    poolSize,
    relaxed,
    ceiling: results.at(-1)?.score ?? ceiling,
    seen: new Set([...seen, ...results.map(({ assetId }) => markOf(assetId))]),
    expiresAt: new Date(now.getTime() + CURSOR_VALID_MS),
  };
  return { results, next };
}

/** Candidates that are hydrated besides those that are wanted, so that a few withdrawn ones cost no second call. */
const HYDRATED_MARGIN = 4;

/** The first images that no page before had, and that are not withdrawn. */
async function firstUnseen(
  ranked: readonly Candidate[],
  seen: ReadonlySet<string>,
  wanted: number,
  hydrate: (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>,
): Promise<HydratedCandidate[]> {
  const isUnseen = ({ assetId }: { assetId: string }): boolean =>
    seen.size === 0 || !seen.has(markOf(assetId));
  const unseen = ranked.filter(isUnseen);
  const found: HydratedCandidate[] = [];
  for (let from = 0; found.length < wanted && from < unseen.length;) {
    const until = from + wanted - found.length + HYDRATED_MARGIN;
    // Another image may stand for a group now: one that an earlier page had.
    found.push(...(await hydrate(unseen.slice(from, until))).filter(isUnseen));
    from = until;
  }
  return found.slice(0, wanted);
}

const HASH_BYTES = 16;
const NOTHING: ReadonlySet<string> = new Set();

/** Short enough for three hundred in a cursor: two images of a pool share a mark once in a million rankings. */
function markOf(assetId: string): string {
  return hash('sha256', assetId, 'base64url').slice(0, MARK_CHARS);
}
