import type { DualEncoderProfile } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { groupByLength } from '../../domain/group-by-length.js';
import { embeddingOutputOf } from './embedding-output.js';
import type { TextEncoder } from '../../domain/encoders.js';
import { unitRowsOf } from './rows.js';
import { feedsOf } from './token-feeds.js';

/** Opens the text tower of a dual encoder: `input_ids` [N, tokens] → [N, dimensions]. */
export async function openTextTower(
  { files, text: rules }: Pick<DualEncoderProfile, 'files' | 'text'>,
  settings: SessionSettings,
): Promise<TextEncoder> {
  const tokenizer = await loadTokenizer(files.tokenizer, rules);
  const session = await openSession(files.textTower, settings);
  const outputName = embeddingOutputOf(session);
  const lengthOf = (ids: readonly number[]): number =>
    rules.padding === 'full' ? rules.tokensMax : ids.length;

  return {
    embed: async (texts) => {
      const tokens = texts.map((text) => tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax));
      const vectors = new Array<Float32Array>(texts.length);
      for (const positions of groupByLength(tokens.map(lengthOf))) {
        const group = positions.map((position) => tokens[position] ?? []);
        const feeds = feedsOf(session, group, Math.max(...group.map(lengthOf)), rules.padId);
        const rows = unitRowsOf((await session.run(feeds))[outputName]);
        positions.forEach((position, row) => (vectors[position] = rows[row] ?? new Float32Array()));
      }
      return vectors;
    },
    close: () => session.release(),
  };
}
