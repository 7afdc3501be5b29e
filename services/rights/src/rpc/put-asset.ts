import type { PutAssetRequest, PutAssetResponseInput } from '@imagesearch/contracts/messages';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetDescription } from '../domain/asset.js';
import type { IngestedAsset } from '../app/ingest-asset.js';
import { checkMetadata } from './checks.js';
import { descriptionFromWire, rightsToWire, stateToWire } from './converters.js';

export interface PutAssetDeps {
  ingestAsset: (
    description: AssetDescription,
    bytes: Buffer | null,
    call: CallContext,
  ) => Promise<IngestedAsset>;
  /** Bounds the files in memory. */
  ingestSemaphore: Semaphore;
}

export function putAsset({ ingestAsset, ingestSemaphore }: PutAssetDeps) {
  return (requests: AsyncIterable<PutAssetRequest>, call: CallContext): Promise<PutAssetResponseInput> =>
    ingestSemaphore.run(async () => {
      const { description, bytes } = await receive(requests);
      assertLive(call);
      const { rights, changed, state } = await ingestAsset(description, bytes, call);
      return { rights: rightsToWire(rights), changed, state: stateToWire(state) };
    }, call);
}

async function receive(
  requests: AsyncIterable<PutAssetRequest>,
): Promise<{ description: AssetDescription; bytes: Buffer | null }> {
  let description: AssetDescription | undefined;
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const { part, metadata, chunk } of requests) {
    if (description === undefined) {
      if (part !== 'metadata') throw sequenceFault('The first message must carry the metadata.');
      description = descriptionFromWire(checkMetadata(metadata));
      continue;
    }
    if (part !== 'chunk' || chunk === undefined)
      throw sequenceFault('Messages after the first must carry bytes.');
    received += chunk.byteLength;
    if (received > FILE_BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  if (description === undefined) throw sequenceFault('The first message must carry the metadata.');
  if (received === 0 && description.delivery === 'host')
    throw sequenceFault('Delivery "host" needs the bytes of the file.');
  return { description, bytes: received === 0 ? null : Buffer.concat(chunks, received) };
}

function sequenceFault(msg: string): AppError {
  return invalid({ loc: ['part'], msg, type: 'stream_sequence' });
}

function tooLarge(): AppError {
  return new AppError('body_too_large', `The file is larger than ${FILE_BYTES_MAX} bytes.`, {
    ctx: { bytes_max: FILE_BYTES_MAX },
  });
}
