import type {
  EmbeddingServiceHandlers,
  EmbedTextsRequest,
  EmbedTextsResponseInput,
} from '@imagesearch/contracts/messages';
import type { ModelProfile } from '@imagesearch/models/profile';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import { seenTexts, type ClassWords } from './domain/class-words.js';
import type { BatchQueue } from './app/batch-queue.js';
import type { Images } from './app/images.js';
import { checkTexts, imageFrom, imageToWire, vectorToWire } from './wire.js';

/** Texts of several calls share a batch. Who asks keeps the vectors of what is asked again. */
export type TextQueue = BatchQueue<string, Float32Array>;

interface HandlersOptions {
  profile: ModelProfile;
  /** What the profile finds, what it cannot do, and the one command that helps. */
  sentence: string;
  texts: TextQueue;
  /** Of images that are ingested; nobody waits for them as for a search. */
  captions: TextQueue;
  /** The same as `texts` where one encoder serves both. */
  sightTexts: TextQueue;
  /** What a classifier sees by its words; undefined where a text tower looks at pixels. */
  classWords: ClassWords | undefined;
  images: Images;
  logger: Logger;
}

export function createHandlers(options: HandlersOptions): EmbeddingServiceHandlers {
  const { profile, sentence, images, logger } = options;
  return {
    DescribeModel: unary(logger, () =>
      Promise.resolve({
        profile: profile.id,
        fingerprint: profile.fingerprint,
        dimensions: profile.dimensions,
        crossModal: profile.crossModal,
        textEncoder: profile.textEncoder.id,
        detail: sentence,
        scoreCurves: profile.scoreCurves,
      }),
    ),

    EmbedTexts: unary(logger, (request, call) => embedTexts(request, call, options)),

    EmbedImage: unary(logger, async (request, call) =>
      imageToWire(await images.embed(imageFrom(request), request, call), profile),
    ),

    DescribeLocalFeatures: unary(logger, async ({ image }, call) => ({
      localFeatures: await images.describe(image, call),
    })),
  };
}

async function embedTexts(
  { texts, areCaptions }: EmbedTextsRequest,
  call: CallContext,
  { profile, texts: byText, captions, sightTexts: bySight, classWords }: HandlersOptions,
): Promise<EmbedTextsResponseInput> {
  checkTexts(texts);
  const { fingerprint, crossModal, textEncoder } = profile;
  const prefix = textEncoder.prefixes[areCaptions ? 'caption' : 'query'];
  const prefixed = texts.map((text) => prefix + text);
  const embedding = (areCaptions ? captions : byText).submitAll(prefixed, call);
  const seen = async (text: string, at: number): Promise<Float32Array> => {
    const seenAs = classWords === undefined ? [text] : seenTexts(text, classWords);
    const isWritten = bySight === byText && seenAs.length === 1 && seenAs[0] === text;
    const [own] = isWritten ? [(await embedding)[at]] : [];
    return own ?? middleOf(await bySight.submitAll(seenAs, call));
  };
  const [vectors, sightVectors] = await Promise.all([
    embedding,
    areCaptions ? [] : Promise.all(texts.map(seen)),
  ]);
  return {
    vectors: vectors.map(vectorToWire),
    sightVectors: sightVectors.map(vectorToWire),
    fingerprint,
    crossModal,
    englishOnly: textEncoder.englishOnly,
  };
}

/** The direction between vectors of length 1, the shorter the less they agree. */
function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors;
  if (first === undefined || others.length === 0) return first ?? new Float32Array();
  const sum = first.map((value, at) => others.reduce((total, other) => total + (other[at] ?? 0), value));
  // A middle is near all that is halfway: with its whole length, one strong result in fifteen is right, so one in five.
  const scale = 1 / Math.sqrt(Math.hypot(...sum) * vectors.length);
  return sum.map((value) => value * scale);
}
