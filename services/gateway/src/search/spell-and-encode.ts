import type { CallContext } from '@imagesearch/service-kit/call-context';
import { encodeImage, encodeWords } from './encode.js';
import type { RecallQuery, SearchStages, Spelling, Wording } from './ports.js';
import { spell } from './spell.js';
import type { StageTimer } from './stage-timer.js';

export interface WrittenQuery extends Wording {
  words: string;
  image: Uint8Array | null;
}

/** A check takes about a millisecond, and words that it changes need not be encoded: only an image is, meanwhile. */
export async function spellAndEncode(
  { words, image, exact, languages }: WrittenQuery,
  stages: Pick<SearchStages, 'encoder' | 'spelling' | 'logger'>,
  { timer, call }: { timer: StageTimer; call: CallContext },
): Promise<{ spelling: Spelling; vectors: Pick<RecallQuery, 'text' | 'image'> }> {
  const { encoder } = stages;
  const spelling = timer.time('spell', () => spell(words, { exact, languages }, stages, call));
  const [text, imageEmbedding] = await Promise.all([
    wordsToEncode({ words, exact }, spelling).then((meant) =>
      meant === '' ? undefined : timer.time('encode', () => encodeWords(meant, encoder, call)),
    ),
    image === null ? undefined : timer.time('encode', () => encodeImage(image, encoder, call)),
  ]);
  return { spelling: await spelling, vectors: { text, image: imageEmbedding } };
}

/** Words that are meant exactly are known before the check answers. */
async function wordsToEncode(
  { words, exact }: Pick<WrittenQuery, 'words' | 'exact'>,
  spelling: Promise<Spelling>,
): Promise<string> {
  return exact ? words : (await spelling).words;
}
