import type {
  Candidate as WireCandidate,
  QueryVectorInput,
  SameImageInput,
} from '@imagesearch/contracts/messages';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import { AppError } from '@imagesearch/service-kit/errors';
import { MATCHES, type Candidate } from '../candidate.js';
import type { Embedding, ImageEmbedding, Likeness, Recall, RecallQuery, TextEmbedding } from '../ports.js';
import { backendFromWire } from '../../health/readiness.js';

const WORDS_LIST = 'words';
const CAPTION_LIST = 'caption';
/** Below that of the other lists, because the final score reads the cosine itself; see docs/relevance.md. */
const CAPTION_WEIGHT = 0.5;
/** The list of images whose pixels look like the words. */
const SIGHT_LIST = 'sight';
const IMAGE_LIST = 'image';

/** More than any answer holds: relaxing asks whether an answer gets fuller, not how much there is. */
const COUNT_MAX = 1_000;

export function createRecall(client: RetrievalClient): Recall {
  return {
    async search(query, call) {
      const { words, kinds, text, image, filters, excluded, limit } = query;
      const vectors = queryVectors(text, image);
      const hasWords = words.trim() !== '';
      const request = {
        words,
        kinds: kinds.flatMap((ofWord) => ofWord.kinds),
        vectors,
        modelFingerprint: commonFingerprint(text, image),
        filters: { ...filters },
        excludedWords: [...excluded],
        // With words, the wanted image is like the one given, but as the words say.
        sameImage: !hasWords && image?.likeness ? sameImageToWire(image.likeness, query) : null,
        limit,
        withTexts: hasWords,
        unranked: !hasWords && vectors.length === 0,
        packedLists: true,
      };
      const { candidates, lists, backend, nearest, unchanged } = await client.searchPoints(request, call);
      return {
        candidates: candidates.map(candidateFromWire(lists, text?.crossModal === true)),
        backend: backendFromWire(backend),
        nearest,
        isUnchanged: unchanged,
      };
    },

    async similar(assetId, filters, limit, call) {
      const { candidates, lists, backend } = await client.findSimilarPoints(
        { assetId, filters: { ...filters }, limit, packedLists: true },
        call,
      );
      return {
        candidates: candidates.map(candidateFromWire(lists, false)),
        backend: backendFromWire(backend),
      };
    },

    async count({ filterSets, words, excluded = [], exceptAssetId = '' }, call) {
      const filters = filterSets.map((filters) => ({ ...filters }));
      const { counts } = await client.countPoints(
        { filters, words, excludedWords: [...excluded], exceptAssetId, limit: COUNT_MAX },
        call,
      );
      return counts;
    },
  };
}

/** A retrieval service of an earlier release does not say as which image it found a group. */
function candidateFromWire(lists: readonly string[], seesAll: boolean): (wire: WireCandidate) => Candidate {
  const placeIn = placesIn(lists);
  const [inWords, inCaptions, inSight, inImages] = [
    placeIn(WORDS_LIST),
    placeIn(CAPTION_LIST),
    placeIn(SIGHT_LIST),
    placeIn(IMAGE_LIST),
  ];
  return (wire) => {
    const { assetId, score, duplicates, foundAs, sameImage, containsImage, packedTexts } = wire;
    const [words, caption, sight, image] = [inWords(wire), inCaptions(wire), inSight(wire), inImages(wire)];
    const ranks = { words: words.rank, meaning: caption.rank, sight: sight.rank, image: image.rank };
    const candidate: Candidate = {
      assetId,
      score,
      duplicates,
      foundAs: foundAs || assetId,
      similarities: {
        caption: caption.similarity,
        sight: sight.similarity,
        image: image.similarity,
      },
      matched: MATCHES.filter((list) => ranks[list] !== undefined),
      sightRank: seesAll ? sight.rank : undefined,
      // Ranking sets it in copies: adding a field to a copy takes thirty times as long as setting one.
      rerankScore: undefined,
    };
    if (sameImage) candidate.isSameImage = true;
    if (containsImage) candidate.containsImage = true;
    if (wire.paletteCloseness !== undefined) candidate.paletteCloseness = wire.paletteCloseness;
    if (packedTexts.length > 0) candidate.texts = packedTexts;
    return candidate;
  };
}

interface Place {
  rank?: number | undefined;
  similarity?: number | undefined;
}

const NOWHERE: Place = {};

/** Where a list holds a candidate. A retrieval service of an earlier release names no lists, and gives each candidate maps. */
function placesIn(lists: readonly string[]): (name: string) => (wire: WireCandidate) => Place {
  return (name) => {
    if (lists.length === 0)
      return ({ ranks, similarities }) => ({ rank: ranks[name], similarity: similarities[name] });
    const at = lists.indexOf(name);
    if (at === -1) return () => NOWHERE;
    return ({ listRanks, listSimilarities }) => {
      const rank = listRanks[at] ?? 0;
      return rank === 0 ? NOWHERE : { rank, similarity: listSimilarities[at] };
    };
  };
}

function sameImageToWire(
  likeness: Likeness,
  { localFeatures, nearest }: Pick<RecallQuery, 'localFeatures' | 'nearest'>,
): SameImageInput {
  const { perceptualHashes, palette, paletteShares } = likeness;
  return {
    perceptualHashes: [...perceptualHashes],
    palette: [...palette],
    paletteShares: [...paletteShares],
    localFeatures: [...localFeatures],
    nearest: [...nearest],
  };
}

function queryVectors(
  text: TextEmbedding | undefined,
  image: ImageEmbedding | undefined,
): QueryVectorInput[] {
  return [
    ...queryVector(CAPTION_LIST, 'TARGET_CAPTION', text?.values, CAPTION_WEIGHT),
    ...queryVector(SIGHT_LIST, text?.crossModal === true ? 'TARGET_IMAGE' : 'TARGET_SIGHT', text?.sight),
    ...queryVector(IMAGE_LIST, 'TARGET_IMAGE', image?.values),
  ];
}

/** None for an empty vector. */
function queryVector(
  name: string,
  target: NonNullable<QueryVectorInput['target']>,
  values: readonly number[] = [],
  weight = 1,
): QueryVectorInput[] {
  return values.length === 0 ? [] : [{ name, target, vector: { values: [...values] }, weight }];
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
