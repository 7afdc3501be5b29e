import type { ListSourcesResponse, SourceOrigin } from '@imagesearch/contracts/messages';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 10_000;

/** A collection that asks for a source. */
export interface SourceRequest {
  origin: SourceOrigin;
  /** The source that the operator names, if any. */
  named: string | undefined;
  /** The source that the collection would have by its own name. */
  derived: string;
  /** The collection of the named source is at another place now. */
  moved: boolean;
  /** Sources that belong to no folder and no manifest. */
  reserved: readonly string[];
  /** Records nothing. */
  dryRun: boolean;
}

/** The source of a collection, or the other collection that holds the name. */
export type OwnedSource = { source: string } | { taken: string; by: SourceOrigin | undefined; free: string };

type Claims = { source: string; origin: SourceOrigin }[];

/**
 * Finds the source of a collection and records it in the catalogue, so that no other collection is ever ingested under
 * the same name, from whichever machine. A collection that was ingested before keeps its source.
 */
export async function ownSource(
  request: SourceRequest,
  { rights }: Pick<IngestClients, 'rights'>,
  signal: AbortSignal,
): Promise<OwnedSource> {
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const claims = claimsIn(await callWithRetry((call) => rights.listSources({}, call), callOptions));
  const { origin } = request;
  const source = request.named ?? sourceBefore(request, claims) ?? request.derived;
  const holder = claims.find((claim) => claim.source === source)?.origin;
  const isReserved = request.named === undefined && request.reserved.includes(source);
  if (holder === undefined ? isReserved : !mayHave(request, holder))
    return { taken: source, by: holder, free: freeName(request, claims) };
  if (request.dryRun) return { source };
  const replace = holder !== undefined && !isSame(holder, origin);
  const { origin: claimed } = await callWithRetry(
    (call) => rights.claimSource({ source, origin, replace }, call),
    callOptions,
  );
  // Another machine may have been faster.
  return claimed === null || isSame(claimed, origin)
    ? { source }
    : { taken: source, by: claimed, free: freeName(request, claims) };
}

const claimsIn = ({ sources }: ListSourcesResponse): Claims =>
  sources.flatMap(({ source, origin }) => (origin === null ? [] : [{ source, origin }]));

/** The source that the collection had before; its own name first, if it had several. */
function sourceBefore({ origin, derived }: SourceRequest, claims: Claims): string | undefined {
  const before = claims.filter((claim) => isSame(claim.origin, origin)).map(({ source }) => source);
  return before.includes(derived) ? derived : before[0];
}

/** A folder that other machines have at the same path may be the same folder: then the operator names its source. */
function mayHave({ origin, named, moved }: SourceRequest, holder: SourceOrigin): boolean {
  if (isSame(holder, origin)) return true;
  return named !== undefined && (moved || (holder.kind === origin.kind && holder.path === origin.path));
}

function isSame(a: SourceOrigin, b: SourceOrigin): boolean {
  return a.kind === b.kind && a.machine === b.machine && a.path === b.path;
}

function freeName({ derived, named, reserved }: SourceRequest, claims: Claims): string {
  const taken = new Set([...reserved, ...claims.map(({ source }) => source)]);
  for (let number = 2; ; number += 1) {
    const name = `${(named ?? derived).slice(0, 58)}-${number}`;
    if (!taken.has(name)) return name;
  }
}
