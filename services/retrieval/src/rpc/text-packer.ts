import { packTexts } from '@imagesearch/contracts/packed-texts';
import { packingOnce } from '@imagesearch/service-kit/grpc/packing-once';
import type { DescribedImage } from '../domain/terms.js';

/** Packs the texts of an image for the reranker, once for as long as the index keeps them in memory. */
export function createTextPacker(): (texts: DescribedImage) => Buffer {
  return packingOnce((texts) =>
    packTexts({ title: texts.title, tags: [...texts.tags], description: described(texts) }),
  );
}

/** Names of what an image shows and borrowed words count like a description. */
function described({ description, objectNames = '', borrowed = '' }: DescribedImage): string {
  return [description, objectNames, borrowed].filter((part) => part !== '').join(', ');
}
