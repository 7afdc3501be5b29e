import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import type { Asset } from '@imagesearch/contracts/messages';
import { ItemFault } from '../collections/item-fault.js';
import type { IngestClients } from '../clients.js';
import { patientCall } from '../patient-call.js';

const CALL_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 60_000;

/**
 * The file that the rights service keeps of an asset: the original, or the thumbnail of one that it only links to,
 * which still has more pixels than an encoder reads. @throws ItemFault or AppError
 */
export async function storedPicture(
  asset: Asset,
  { rights }: Pick<IngestClients, 'rights'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const assetId = asset.metadata?.assetId ?? '';
  const variant = asset.metadata?.delivery === 'link' ? 'VARIANT_THUMBNAIL' : 'VARIANT_ORIGINAL';
  const { url, token } = await patientCall((call) => rights.createDownload({ assetId, variant }, call), {
    timeoutMs: CALL_TIMEOUT_MS,
    signal,
  });
  if (token !== undefined) return readWhole(token, rights, signal);
  if (url !== undefined) return fetchWhole(url, signal);
  throw new ItemFault('the rights service answered no address of its file');
}

function readWhole(token: string, rights: IngestClients['rights'], signal: AbortSignal): Promise<Buffer> {
  const read = async (parts: ReturnType<typeof rights.readDownload>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const { chunk } of parts) if (chunk !== undefined) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return patientCall((call) => read(rights.readDownload({ token }, call)), {
    timeoutMs: READ_TIMEOUT_MS,
    signal,
  });
}

/** From the project's own object store, at an address that was signed a moment ago. */
async function fetchWhole(url: string, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new ItemFault(`the object store answered ${response.status}`);
  if (Number(response.headers.get('content-length')) > FILE_BYTES_MAX)
    throw new ItemFault('the file is too large');
  return Buffer.from(await response.arrayBuffer());
}
