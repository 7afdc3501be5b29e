import type { ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import { AssetFault } from '../pipeline/asset-fault.js';
import { decodeFile } from './decoder.js';
import { fileFormatOf, READABLE } from './file-format.js';

/** What the services store of a file of a collection. */
export interface ServedImage {
  /** A JPEG, PNG or WebP. */
  file: Buffer;
  /** The file of the collection, where the other one was converted from it. */
  ingested: { bytes: Buffer; format: ConvertedFormat } | null;
}

/** The file itself, or a copy that every browser shows. @throws AssetFault */
export async function servedImage(bytes: Buffer, signal: AbortSignal): Promise<ServedImage> {
  const format = fileFormatOf(bytes);
  if (format === undefined) throw new AssetFault(`the file is no ${READABLE} image`);
  if (imageFormatOf(bytes) !== undefined) return { file: bytes, ingested: null };
  const converted = format as ConvertedFormat;
  return {
    file: await decodeFile(bytes, { kind: 'convert', format: converted }, signal),
    ingested: { bytes, format: converted },
  };
}
