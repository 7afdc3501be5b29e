import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { DimensionsInput, PointInput } from '@imagesearch/contracts/messages';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService } from '@imagesearch/embedding/service';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { detachedCall } from '@imagesearch/service-kit/call-context';

const EMBED_TIMEOUT_MS = 600_000;
const TEXTS_PER_CALL = 128;

export interface Model {
  embedding: EmbeddingClient;
  fingerprint: string;
  dimensions: DimensionsInput;
}

/** Runs work with a client of an embedding service of `lite` in this process, and closes both. */
export async function withLite<Result>(work: (model: Model) => Promise<Result>): Promise<Result> {
  const env = { LOG_LEVEL: 'warn', MODEL_PROFILE: 'lite', EMBEDDING_LISTEN: '127.0.0.1:0' };
  const config = loadConfig(env);
  const service = createEmbeddingService(config);
  await service.start();
  const embedding = createEmbeddingClient(service.address, config.serviceTokens[0]);
  try {
    const { fingerprint, dimensions } = await embedding.describeModel({}, detachedCall(EMBED_TIMEOUT_MS));
    return await work({ embedding, fingerprint, dimensions: dimensions ?? {} });
  } finally {
    embedding.close();
    await service.close();
  }
}

/** Vectors of captions, in their order. */
export async function captionVectors(
  texts: readonly string[],
  { embedding }: Pick<Model, 'embedding'>,
): Promise<number[][]> {
  const vectors: number[][] = [];
  for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
    const request = { texts: texts.slice(from, from + TEXTS_PER_CALL), areCaptions: true };
    const answer = await embedding.embedTexts(request, detachedCall(EMBED_TIMEOUT_MS));
    vectors.push(...answer.vectors.map(({ values }) => values));
  }
  return vectors;
}

type Described = Pick<SourceItem, 'assetId' | 'title' | 'tags' | 'description'>;

/** Points of captioned images whose pixels nobody compares: all have the same vector. */
export async function captionedPoints(items: readonly Described[], model: Model): Promise<PointInput[]> {
  const captions = await captionVectors(items.map(captionOf), model);
  const values = Array.from({ length: model.dimensions.image ?? 0 }, (_, at) => (at === 0 ? 1 : 0));
  return items.map(({ assetId, title, tags, description }, at) => ({
    assetId,
    contentVersion: '1',
    image: { values },
    caption: { values: captions[at] ?? [] },
    title,
    tags,
    description,
    source: assetId.split(':')[0] ?? '',
  }));
}
