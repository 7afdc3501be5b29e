import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
import { fitCaptionMap } from '@imagesearch/models/caption-map';
import type { CaptionMapTable } from '@imagesearch/models/caption-map-file';
import { encodeImages, type EncodedImage } from './images.js';
import type { Lite } from './lite.js';

/** An item of the demonstration collection with its vectors. */
export interface EmbeddedItem extends Pick<EncodedImage, 'objectNames'> {
  item: SourceItem;
  image: Float32Array;
  caption: Float32Array | undefined;
}

export async function embedCollection({ words }: Lite): Promise<EmbeddedItem[]> {
  const items = openOpenMoji().entries();
  const encoded = await encodeImages(items.map(({ image }) => image));
  return items.map((item, at) => ({
    item,
    image: encoded[at]?.vector ?? new Float32Array(),
    objectNames: encoded[at]?.objectNames ?? [],
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
