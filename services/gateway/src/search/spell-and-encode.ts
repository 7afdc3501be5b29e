import type { CallContext } from '@imagesearch/service-kit/call-context';
import { encode } from './encode.js';
import type { RecallQuery, SearchStages, Spelling, Wording } from './ports.js';
import { spell } from './spell.js';
import type { StageTimer } from './stage-timer.js';

export interface WrittenQuery extends Wording {
  words: string;
  image: Uint8Array | null;
}

/** Both at once, because most words are spelled right; corrected and translated words are encoded again. */
export async function spellAndEncode(
  { words, image, exact, languages }: WrittenQuery,
  stages: SearchStages,
  { timer, call }: { timer: StageTimer; call: CallContext },
): Promise<{ spelling: Spelling; vectors: Pick<RecallQuery, 'text' | 'image'> }> {
  const encodeAll = (query: { words: string; image: Uint8Array | null }) =>
    timer.time('encode', () => encode(query, stages.encoder, call));
  const [spelling, vectors] = await Promise.all([
    timer.time('spell', () => spell(words, { exact, languages }, stages, call)),
    encodeAll({ words, image }),
  ]);
  if (spelling.words === words) return { spelling, vectors };
  const { text } = await encodeAll({ words: spelling.words, image: null });
  return { spelling, vectors: { text, image: vectors.image } };
}
