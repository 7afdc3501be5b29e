import { packTexts } from '@imagesearch/contracts/packed-texts';
import type { DescribedImage } from '../domain/terms.js';

type PackTexts = (texts: DescribedImage) => Buffer;

/** Packs the texts of an image for the reranker, once for as long as the index keeps them in memory. */
export function createTextPacker(): PackTexts {
  const known = new WeakMap<DescribedImage, Buffer>();
  return (texts) => {
    let packed = known.get(texts);
    if (packed === undefined) {
      packed = packTexts({ title: texts.title, tags: [...texts.tags], description: described(texts) });
      known.set(texts, packed);
    }
    return packed;
  };
}

/** Names of what an image shows and borrowed words count like a description. */
function described({ description, objectNames = '', borrowed = '' }: DescribedImage): string {
  return [description, objectNames, borrowed].filter((part) => part !== '').join(', ');
}
