import { loadModels, type Models } from '@imagesearch/embedding/adapters/models/load-models';
import { loadConfig } from '@imagesearch/embedding/config';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
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
  models: Models;
  words: WordVectors;
}

/** The models of `lite` where `MODEL_DIR` or `DATA_DIR` has them; they are built there otherwise. */
export async function openLite(): Promise<Lite> {
  const models = await loadModels({
    ...loadConfig({ ...process.env, MODEL_PROFILE: 'lite' }),
    indexFingerprint: '',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onProfile: () => undefined,
  });
  if (models.profile.crossModal)
    throw new Error('Only pictures of lite need a caption to be found by words.');
  return { models, words: await loadWordVectors(models.profile.files.wordVectors) };
}

export async function embedCollection({ models, words }: Lite): Promise<EmbeddedItem[]> {
  const items = openOpenMoji().entries();
  const vectors = await vectorsOf(
    items.map(({ image }) => image),
    models,
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
