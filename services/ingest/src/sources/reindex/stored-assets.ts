import type { AssetState } from '@imagesearch/contracts/messages';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { callWithRetry } from '../../pipeline/call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;

export interface StoredAssetsQuery {
  source?: string;
  state: AssetState;
  pageAssets: number;
}

export interface StoredVersion {
  assetId: string;
  contentVersion: string;
}

/** The assets of the catalogue in the order of their ids, one page in memory at a time. */
export async function* storedAssets(
  { rights }: Pick<IngestClients, 'rights'>,
  { source, state, pageAssets }: StoredAssetsQuery,
  signal: AbortSignal,
): AsyncGenerator<StoredVersion[]> {
  const query = { ...(source !== undefined && { source }), states: [state], limit: pageAssets };
  let cursor = '';
  do {
    const page = await callWithRetry((call) => rights.listAssets({ ...query, cursor }, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
    if (page.assets.length > 0) yield page.assets;
    cursor = page.nextCursor;
  } while (cursor !== '');
}
