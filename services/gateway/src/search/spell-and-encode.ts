import type { CallContext } from '@imagesearch/service-kit/call-context';
import { encodeImage, encodeWords } from './encode.js';
import type { RecallQuery, SearchStages, Spelling, TextEmbedding, Wording } from './ports.js';
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
      meant.words === '' ? undefined : timer.time('encode', () => encodeWords(meant, encoder, call)),
    ),
    image === null ? undefined : timer.time('encode', () => encodeImage(image, encoder, call)),
  ]);
  const checked = await spelling;
  return {
    spelling: checked,
    vectors: { text: meansNothing(text, checked) ? undefined : text, image: imageEmbedding },
  };
}

/** Words that are meant exactly are known before the check answers. */
async function wordsToEncode(
  { words, exact }: Pick<WrittenQuery, 'words' | 'exact'>,
  spelling: Promise<Spelling>,
): Promise<Pick<Spelling, 'words' | 'meanings'>> {
  return exact ? { words, meanings: [] } : spelling;
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
