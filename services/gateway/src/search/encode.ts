import { hash } from 'node:crypto';
import type { EmbeddingClient } from '@imagesearch/contracts/clients';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { LRUCache } from 'lru-cache';
import type { SearchRun } from './run.js';
import type { Spell, Spelling, Wording } from './spell.js';

/** A vector and the fingerprint of its model; only vectors with the same fingerprint are compared. */
export interface Embedding {
  /** L2-normalised. */
  values: number[];
  fingerprint: string;
}

export interface TextEmbedding extends Embedding {
  /** What pixels are compared with, of length 1. */
  sight: number[];
  /** What a similarity with `sight` counts, up to 1: less where the words mean several kinds of things. */
  sightWeight: number;
  /** Whether `sight` is compared with the vectors of all images, and not only with those that nobody described. */
  crossModal: boolean;
  /** Whether it says nothing of words that no English dictionary knows. */
  englishOnly: boolean;
}

export interface ImageEmbedding extends Embedding {
  /** What the image is recognised by. */
  likeness?: Likeness;
}

/** Perceptual hashes of an image and of its mirror image, and its main colours with their shares. */
export interface Likeness {
  perceptualHashes: string[];
  palette: string[];
  paletteShares: number[];
}

export interface Encoder {
  encodeText(text: string, call: CallContext): Promise<TextEmbedding>;
  /** @throws AppError `invalid_request` when the bytes are no image that the service reads. */
  encodeImage(image: Buffer, call: CallContext): Promise<ImageEmbedding>;
  /** What an indexed image is recognised by that this one is cut out of; takes about as long as the vector. */
  localFeatures(image: Buffer, call: CallContext): Promise<string[]>;
  /** Drops remembered vectors: another model replaced theirs. */
  forget(): void;
}

/** What a search is compared with. */
export interface QueryVectors {
  /** Of the words; undefined without words, and where the model says nothing of them. */
  text?: TextEmbedding | undefined;
  image?: ImageEmbedding | undefined;
}

export interface WrittenQuery extends Wording {
  words: string;
  image: Buffer | null;
}

const ENCODE_TIMEOUT_MS = 5_000;

/** Words are encoded as they are written while they are checked, and once more if the check changes them, as it seldom does. */
export async function spellAndEncode(
  { words, image, ...wording }: WrittenQuery,
  stages: { encoder: Encoder; spell: Spell },
  run: SearchRun,
): Promise<{ spelling: Spelling; vectors: QueryVectors }> {
  const { encoder } = stages;
  const limited = (): CallContext => within(run.call, ENCODE_TIMEOUT_MS);
  const spelling = run.time('spell', () => stages.spell(words, wording, run.call));
  const encodeWords = async (wanted: string): Promise<TextEmbedding | undefined> =>
    wanted === '' ? undefined : run.time('encode', () => encoder.encodeText(wanted, limited()));
  const [checked, asWritten, imageEmbedding] = await Promise.all([
    spelling,
    encodeWords(words),
    image === null ? undefined : run.time('encode', () => encoder.encodeImage(image, limited())),
  ]);
  const text = checked.words === words ? asWritten : await encodeWords(checked.words);
  return {
    spelling: checked,
    vectors: { text: meansNothing(text, checked) ? undefined : text, image: imageEmbedding },
  };
}

/** A vector is near some caption whatever the words are: of words that nobody knows, that would be noise. */
function meansNothing(
  text: TextEmbedding | undefined,
  { words, unmatched }: Pick<Spelling, 'words' | 'unmatched'>,
): boolean {
  if (text === undefined || text.crossModal || !text.englishOnly) return false;
  const written = words.toLowerCase().match(WORD) ?? [];
  return written.length > 0 && written.every((word) => unmatched.includes(word));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

const RECENT_TTL_MS = 5 * 60_000;
/** About 60 MB of vectors. */
const TEXTS_MAX = 10_000;
/** About 6 MB of 768-dimensional vectors. */
const IMAGES_MAX = 1_000;
/** About 4 MB: up to 20 kB each. */
const DESCRIPTIONS_MAX = 200;

/**
 * The embedding service behind caches of what is known of recent texts and images: a repeated query works while the service
 * is unavailable, and the next page of an answer sends its image again. The images themselves are not kept.
 */
export function createEncoder(client: EmbeddingClient): Encoder {
  const texts = new LRUCache<string, TextEmbedding>({ max: TEXTS_MAX, ttl: RECENT_TTL_MS });
  const images = new LRUCache<string, ImageEmbedding>({ max: IMAGES_MAX, ttl: RECENT_TTL_MS });
  const features = new LRUCache<string, string[]>({ max: DESCRIPTIONS_MAX, ttl: RECENT_TTL_MS });
  const digestOf = (image: Buffer): string => hash('sha256', image, 'base64url');
  return {
    encodeText: (text, call) => knownOr(texts, text, () => embedText(client, text, call)),
    encodeImage: (image, call) => knownOr(images, digestOf(image), () => embedImage(client, image, call)),
    localFeatures: (image, call) =>
      knownOr(features, digestOf(image), async () => {
        const { localFeatures } = await client.describeLocalFeatures({ image }, call);
        return localFeatures;
      }),
    forget: () => {
      texts.clear();
      images.clear();
    },
  };
}

/** What fails is not kept. */
async function knownOr<Value extends object>(
  cache: LRUCache<string, Value>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const value = await make();
  cache.set(key, value);
  return value;
}

async function embedText(client: EmbeddingClient, text: string, call: CallContext): Promise<TextEmbedding> {
  const answer = await client.embedTexts({ texts: [text] }, call);
  const { vectors, sightVectors, fingerprint, crossModal, englishOnly } = answer;
  const [[vector], [sight]] = [vectors, sightVectors];
  if (!vector || !sight) throw new AppError('internal', 'The embedding service answered without a vector.');
  const sightWeight = Math.hypot(...sight.values);
  return {
    values: vector.values,
    sight: sight.values.map((value) => value / sightWeight),
    sightWeight,
    fingerprint,
    crossModal,
    englishOnly,
  };
}

async function embedImage(
  client: EmbeddingClient,
  image: Buffer,
  call: CallContext,
): Promise<ImageEmbedding> {
  const request = { image, withLikeness: true };
  const { vector, fingerprint, likeness } = await client.embedImage(request, call);
  if (!vector) throw new AppError('internal', 'The embedding service answered without a vector.');
  return { values: vector.values, fingerprint, ...(likeness && { likeness }) };
}
