import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService } from '@imagesearch/embedding/service';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { fitCaptionMap } from '@imagesearch/models/caption-map';
import type { CaptionMapTable } from '@imagesearch/models/caption-map-file';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { vectorsOf } from './images.js';

/** An item of the demonstration collection with its vectors. */
export interface EmbeddedItem {
  item: SourceItem;
  image: Float32Array;
  caption: Float32Array | undefined;
}

export interface Lite {
  profile: { dir: string; fingerprint: string };
  words: WordVectors;
  /** Of a service that runs until the process ends. */
  embedding: EmbeddingClient;
}

/** The models of `lite` where `MODEL_DIR` or `DATA_DIR` has them; they are built there otherwise. */
export async function openLite(): Promise<Lite> {
  const config = loadConfig({
    ...process.env,
    MODEL_PROFILE: 'lite',
    EMBEDDING_LISTEN: '127.0.0.1:0',
    RETRIEVAL_ADDRESS: '',
  });
  const service = createEmbeddingService(config);
  await service.start();
  await service.whenReady();
  const { files, ...profile } = await ensureLiteProfile(config.settings);
  return {
    profile,
    words: await loadWordVectors(files.wordVectors),
    embedding: createEmbeddingClient(service.address, config.serviceTokens[0]),
  };
}

export async function embedCollection({ embedding, words }: Lite): Promise<EmbeddedItem[]> {
  const items = openOpenMoji().entries();
  const vectors = await vectorsOf(
    items.map(({ image }) => image),
    embedding,
  );
  return items.map((item, at) => ({
    item,
    image: vectors[at] ?? new Float32Array(),
    caption: words.embedText(captionOf(item)),
  }));
}

/** Fitted on those that have a caption the model knows a word of. */
export function fitOn(embedded: readonly EmbeddedItem[], ridge?: number): CaptionMapTable {
  return fitCaptionMap(
    embedded.flatMap(({ image, caption }) => (caption === undefined ? [] : [{ image, caption }])),
    ridge,
  );
}
