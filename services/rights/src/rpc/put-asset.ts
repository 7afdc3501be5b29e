import type { PutAssetRequest, PutAssetResponseInput } from '@imagesearch/contracts/messages';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { convertedFormatOf } from '@imagesearch/service-kit/image/converted-format';
import type { AssetDescription, GivenFiles } from '../domain/asset.js';
import type { IngestedAsset } from '../app/ingest-asset.js';
import { checkMetadata } from './checks.js';
import { descriptionFromWire, rightsToWire, stateToWire } from './converters.js';

export interface PutAssetDeps {
  ingestAsset: (
    description: AssetDescription,
    given: GivenFiles | null,
    call: CallContext,
  ) => Promise<IngestedAsset>;
  /** Bounds the files in memory. */
  ingestSemaphore: Semaphore;
}

export function putAsset({ ingestAsset, ingestSemaphore }: PutAssetDeps) {
  return (requests: AsyncIterable<PutAssetRequest>, call: CallContext): Promise<PutAssetResponseInput> =>
    ingestSemaphore.run(async () => {
      const { description, given } = await receive(requests);
      assertLive(call);
      const { rights, changed, state } = await ingestAsset(description, given, call);
      return { rights: rightsToWire(rights), changed, state: stateToWire(state) };
    }, call);
}

async function receive(
  requests: AsyncIterable<PutAssetRequest>,
): Promise<{ description: AssetDescription; given: GivenFiles | null }> {
  let description: AssetDescription | undefined;
  const file = new ReceivedFile();
  const ingested = new ReceivedFile();
  for await (const { part, metadata, chunk, originalChunk } of requests) {
    if (description === undefined) {
      if (part !== 'metadata') throw sequenceFault('The first message must carry the metadata.');
      description = descriptionFromWire(checkMetadata(metadata));
      continue;
    }
    if (part === 'chunk' && chunk !== undefined && ingested.bytes === 0) file.add(chunk);
    else if (part === 'originalChunk' && originalChunk !== undefined) ingested.add(originalChunk);
    else throw sequenceFault('Messages after the first must carry bytes.');
  }
  if (description === undefined) throw sequenceFault('The first message must carry the metadata.');
  if (file.bytes === 0 && description.delivery === 'host')
    throw sequenceFault('Delivery "host" needs the bytes of the file.');
  const original = ingested.whole();
  if ((original && convertedFormatOf(original)) !== description.originalFormat)
    throw sequenceFault('The ingested file is not of the format that original_format says.');
  const whole = file.whole();
  return { description, given: whole && { file: whole, ingested: original } };
}

class ReceivedFile {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > FILE_BYTES_MAX) throw tooLarge();
    this.#chunks.push(chunk);
  }

  /** Null when nothing came. */
  whole(): Buffer | null {
    return this.#bytes === 0 ? null : Buffer.concat(this.#chunks, this.#bytes);
  }
}

function sequenceFault(msg: string): AppError {
  return invalid({ loc: ['part'], msg, type: 'stream_sequence' });
}

function tooLarge(): AppError {
  return new AppError('body_too_large', `The file is larger than ${FILE_BYTES_MAX} bytes.`, {
    ctx: { bytes_max: FILE_BYTES_MAX },
  });
}
