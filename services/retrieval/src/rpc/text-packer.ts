import { packTexts } from '@imagesearch/contracts/packed-texts';
import { packingOnce } from '@imagesearch/service-kit/grpc/packing-once';
import type { DescribedImage } from '../domain/terms.js';

/** Packs the texts of an image for the reranker, once for as long as the index keeps them in memory. */
export function createTextPacker(): (texts: DescribedImage) => Buffer {
  return packingOnce(({ title, tags, description }) => packTexts({ title, tags: [...tags], description }));
}
