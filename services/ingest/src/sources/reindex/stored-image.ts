import type { Asset } from '@imagesearch/contracts/messages';
import { AssetFault } from '../../pipeline/asset-fault.js';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { AppError } from '@imagesearch/service-kit/errors';
import { isTransientStatus } from '@imagesearch/service-kit/resilience/transient-errors';
import { callWithRetry } from '../../pipeline/call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 60_000;

/** The original, or the thumbnail of a linked asset. @throws AssetFault or AppError */
export async function storedImage(
  asset: Asset,
  { rights }: Pick<IngestClients, 'rights'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const assetId = asset.metadata?.assetId ?? '';
  const variant = asset.metadata?.delivery === 'link' ? 'VARIANT_THUMBNAIL' : 'VARIANT_ORIGINAL';
  const { url, token } = await callWithRetry((call) => rights.createDownload({ assetId, variant }, call), {
    timeoutMs: CALL_TIMEOUT_MS,
    signal,
  });
  if (token !== undefined) return readWhole(token, rights, signal);
  if (url !== undefined) return fetchWhole(url, signal);
  throw new AssetFault('the rights service returned no address for its file');
}

function readWhole(token: string, rights: IngestClients['rights'], signal: AbortSignal): Promise<Buffer> {
  const read = async (parts: ReturnType<typeof rights.readDownload>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const { chunk } of parts) if (chunk !== undefined) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return callWithRetry((call) => read(rights.readDownload({ token }, call)), {
    timeoutMs: READ_TIMEOUT_MS,
    signal,
  });
}

/** The address is a freshly signed one of our own object store. */
function fetchWhole(url: string, signal: AbortSignal): Promise<Buffer> {
  return callWithRetry(() => fetchOnce(url, signal), { timeoutMs: READ_TIMEOUT_MS, signal });
}

async function fetchOnce(url: string, signal: AbortSignal): Promise<Buffer> {
  const response = await reachingStore(signal, () =>
    fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]) }),
  );
  if (isTransientStatus(response.status)) throw storeUnavailable(`it answered ${response.status}`);
  if (!response.ok) throw new AssetFault(`the object store answered ${response.status}`);
  if (Number(response.headers.get('content-length')) > FILE_BYTES_MAX)
    throw new AssetFault('the file is too large');
  return Buffer.from(await reachingStore(signal, () => response.arrayBuffer()));
}

/** A store that cannot be reached fails for every image. */
async function reachingStore<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    throw storeUnavailable(error);
  }
}

function storeUnavailable(cause: unknown): AppError {
  return new AppError('dependency_unavailable', 'The object store is unavailable.', { cause });
}
