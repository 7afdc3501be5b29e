import type { QueryVectorInput } from '@imagesearch/contracts/messages';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Embedding, Recall } from '../ports.js';
import { backendFromWire, filtersToWire } from '../../assets/converters.js';

/** The list of images whose pixels look like the words. */
const SIGHT_LIST = 'sight';

/** More than any answer holds: relaxing asks whether an answer gets fuller, not how much there is. */
const COUNT_MAX = 1_000;

export function createRecall(client: RetrievalClient): Recall {
  return {
    async search({ words, text, image, filters, limit }, call) {
      const vectors = [
        ...(text ? [queryVector('caption', 'TARGET_CAPTION', text)] : []),
        ...(text?.crossModal === true ? [queryVector(SIGHT_LIST, 'TARGET_IMAGE', text)] : []),
        ...(image ? [queryVector('image', 'TARGET_IMAGE', image)] : []),
      ];
      const { candidates, backend } = await client.searchPoints(
        {
          words,
          vectors,
          modelFingerprint: commonFingerprint(text, image),
          filters: filtersToWire(filters),
          limit,
          unranked: words.trim() === '' && vectors.length === 0,
        },
        call,
      );
      return {
        candidates: candidates.map(({ assetId, score, ranks }) => ({
          assetId,
          score,
          sightRank: ranks[SIGHT_LIST],
        })),
        backend: backendFromWire(backend),
      };
    },

    async similar(assetId, filters, limit, call) {
      const { candidates, backend } = await client.findSimilarPoints(
        { assetId, filters: filtersToWire(filters), limit },
        call,
      );
      return {
        candidates: candidates.map(({ assetId, score }) => ({ assetId, score })),
        backend: backendFromWire(backend),
      };
    },

    async count({ filterSets, words, exceptAssetId = '' }, call) {
      const filters = filterSets.map(filtersToWire);
      const { counts } = await client.countPoints({ filters, words, exceptAssetId, limit: COUNT_MAX }, call);
      return counts;
    },
  };
}

function queryVector(
  name: string,
  target: NonNullable<QueryVectorInput['target']>,
  { values }: Embedding,
): QueryVectorInput {
  return { name, target, vector: { values: [...values] } };
}

/** @throws AppError `model_mismatch` when the model changed between the words, which are cached, and the image. */
function commonFingerprint(text: Embedding | undefined, image: Embedding | undefined): string {
  if (text && image && text.fingerprint !== image.fingerprint) {
    throw new AppError('model_mismatch', 'The words and the image were embedded by different models.', {
      ctx: { words: text.fingerprint, image: image.fingerprint },
    });
  }
  return (text ?? image)?.fingerprint ?? '';
}
