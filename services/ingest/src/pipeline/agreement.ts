import type { IngestClients } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';

/** `missing`: only the catalogue has it. `other`: the index has another version. `unknown`: the catalogue has no such active asset. */
export interface Difference {
  assetId: string;
  kind: 'missing' | 'other' | 'unknown';
}

export type AgreementClients = {
  [Name in 'retrieval' | 'rights']: IngestClients[Name];
};

const CALL_TIMEOUT_MS = 30_000;
const SCAN_TIMEOUT_MS = 30 * 60_000;
const PAGE = 1_000;

/** What an operator has to look at first: one of the two stores has nothing, as when it was lost or is not the right one. */
export type Emptiness = 'catalogue' | 'index' | undefined;

/** Which of the two stores is empty although the other is not. */
export async function emptySide(
  { retrieval, rights }: AgreementClients,
  signal: AbortSignal,
): Promise<Emptiness> {
  const [{ sources }, { points }] = await Promise.all([
    rights.countAssets({}, detachedCall(CALL_TIMEOUT_MS, signal)),
    retrieval.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, signal)),
  ]);
  const isCatalogueEmpty = sources.length === 0;
  if (isCatalogueEmpty === (points === 0)) return undefined;
  return isCatalogueEmpty ? 'catalogue' : 'index';
}

/**
 * Where catalogue and index differ, a page at a time. Only versions are compared: of a million images in well under a minute.
 * What is being ingested meanwhile may be among them.
 */
export async function* differences(
  clients: AgreementClients,
  signal: AbortSignal,
): AsyncGenerator<Difference[]> {
  let agreeing = 0;
  const scan = clients.retrieval.listPointVersions({}, detachedCall(SCAN_TIMEOUT_MS, signal));
  for await (const { contentVersions: indexed } of scan) {
    const assetIds = Object.keys(indexed);
    const { contentVersions: wanted } = await clients.rights.getAssetVersions(
      { assetIds },
      detachedCall(CALL_TIMEOUT_MS, signal),
    );
    const found = assetIds.flatMap((assetId): Difference[] => {
      if (indexed[assetId] === wanted[assetId]) return [];
      return [{ assetId, kind: wanted[assetId] === undefined ? 'unknown' : 'other' }];
    });
    agreeing += assetIds.length - found.filter(({ kind }) => kind === 'unknown').length;
    if (found.length > 0) yield found;
  }
  const { assets } = await clients.rights.countAssets({}, detachedCall(CALL_TIMEOUT_MS, signal));
  // Most often the index has every asset, and nobody has to look for those that it lacks.
  if (agreeing !== assets) yield* missingPoints(clients, signal);
}

async function* missingPoints(
  { retrieval, rights }: AgreementClients,
  signal: AbortSignal,
): AsyncGenerator<Difference[]> {
  const query = { states: ['ASSET_STATE_ACTIVE' as const], limit: PAGE };
  let cursor = '';
  do {
    const page = await rights.listAssets({ ...query, cursor }, detachedCall(CALL_TIMEOUT_MS, signal));
    const assetIds = page.assets.map(({ assetId }) => assetId);
    const { contentVersions } = await retrieval.getPointVersions(
      { assetIds },
      detachedCall(CALL_TIMEOUT_MS, signal),
    );
    const missing = assetIds.filter((assetId) => contentVersions[assetId] === undefined);
    if (missing.length > 0) yield missing.map((assetId) => ({ assetId, kind: 'missing' as const }));
    cursor = page.nextCursor;
  } while (cursor !== '');
}
