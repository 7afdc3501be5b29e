import type { AssetMetadataInput, PointInput, PutAssetRequestInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { CollectionItem } from './collections/collection.js';
import type { IngestClients } from './clients.js';

const EMBED_TIMEOUT_MS = 30_000;
const PUT_TIMEOUT_MS = 60_000;
/** The rights service takes chunks of at most 1 MiB. */
const CHUNK_BYTES = 512 * 1024;

/** Part of every stored picture's version: raise it when the same item and model come to give another point. */
export const INTAKE_VERSION = 2;

export interface TakenIn {
  /** What the index is to hold. */
  point: PointInput;
}

/** Looks at one picture, stores it with its rights, and answers what the index is to hold of it. */
export async function takeIn(
  item: CollectionItem,
  contentVersion: string,
  { embedding, rights }: IngestClients,
  signal: AbortSignal,
): Promise<TakenIn> {
  const file = await item.loadFile();
  const [picture, caption] = await Promise.all([
    embedding.embedImage({ image: file, withSignals: true }, detachedCall(EMBED_TIMEOUT_MS, signal)),
    embedding.embedTexts({ texts: [captionOf(item)] }, detachedCall(EMBED_TIMEOUT_MS, signal)),
  ]);
  if (picture.fingerprint !== caption.fingerprint) {
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  }

  const metadata: AssetMetadataInput = {
    assetId: item.assetId,
    title: item.title,
    tags: item.tags,
    description: item.description,
    ...(item.creator !== null && { creator: item.creator }),
    licenseVerbatim: item.licenseVerbatim,
    provenanceUrl: item.provenanceUrl,
    aiGenerated: item.aiGenerated,
    delivery: 'host',
    width: picture.width,
    height: picture.height,
    format: picture.format,
    signals: picture.signals,
    contentVersion,
  };
  const stored = await rights.putAsset(putRequests(metadata, file), detachedCall(PUT_TIMEOUT_MS, signal));

  return {
    point: {
      assetId: item.assetId,
      contentVersion,
      image: picture.vector,
      caption: caption.vectors[0] ?? null,
      title: item.title,
      tags: item.tags,
      description: item.description,
      source: item.assetId.slice(0, item.assetId.indexOf(':')),
      aiGenerated: item.aiGenerated,
      signals: picture.signals,
      rights: stored.rights,
    },
  };
}

/**
 * What the text tower reads of a picture. The title is said twice, because it names the picture and a tag may only
 * name what surrounds it; chosen on the labelled queries of tests/relevance.
 */
export function captionOf({ title, tags }: Pick<CollectionItem, 'title' | 'tags'>): string {
  return [title, title, ...tags].join(', ');
}

function* putRequests(metadata: AssetMetadataInput, file: Buffer): Iterable<PutAssetRequestInput> {
  yield { metadata };
  for (let offset = 0; offset < file.byteLength; offset += CHUNK_BYTES) {
    yield { chunk: file.subarray(offset, offset + CHUNK_BYTES) };
  }
}
