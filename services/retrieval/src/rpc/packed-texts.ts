import { packTexts } from '@imagesearch/contracts/packed-texts';
import type { DescribedImage } from '../domain/terms.js';

export type PackTexts = (texts: DescribedImage) => Buffer;

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

/** Borrowed words count like a description. */
function described({ description, borrowed = '' }: DescribedImage): string {
  return [description, borrowed].filter((part) => part !== '').join(', ');
}
