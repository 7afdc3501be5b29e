import type { DualEncoderProfile } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { groupByLength } from '../../domain/group-by-length.js';
import { embeddingOutputOf } from './embedding-output.js';
import type { TextEncoder } from '../../domain/encoders.js';
import { unitRowsOf } from './rows.js';

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
    gainsByBatches: true,
    embed: async (texts) => {
      const tokens = texts.map((text) => tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax));
      const vectors = new Array<Float32Array | undefined>(texts.length);
      for (const positions of groupByLength(tokens.map(lengthOf))) {
        const group = positions.map((position) => tokens[position] ?? []);
        const feeds = feedsOf(session, group, Math.max(...group.map(lengthOf)), rules.padId);
        const rows = unitRowsOf((await session.run(feeds))[outputName]);
        positions.forEach((position, row) => (vectors[position] = rows[row]));
      }
      return vectors;
    },
    close: () => session.release(),
  };
}

/** Some exports have an attention mask that the output does not depend on. */
function feedsOf(
  session: InferenceSession,
  group: readonly (readonly number[])[],
  length: number,
  padId: number,
): Record<string, Tensor> {
  const ids = new BigInt64Array(group.length * length).fill(BigInt(padId));
  const mask = new BigInt64Array(group.length * length);
  group.forEach((tokens, row) => {
    tokens.forEach((id, at) => (ids[row * length + at] = BigInt(id)));
    mask.fill(1n, row * length, row * length + tokens.length);
  });
  const shape = [group.length, length];
  const known: Record<string, Tensor> = {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
  };
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const tensor = known[name];
      if (tensor === undefined)
        throw new Error(`The text tower has an input ${name} that this version does not know.`);
      return [name, tensor];
    }),
  );
}
