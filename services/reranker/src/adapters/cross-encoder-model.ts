import type { TokenPair } from '@imagesearch/models/tokenizer';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import type { CrossEncoderModel } from '../domain/cross-encoder-model.js';

/** Opens a cross-encoder: `input_ids`, `attention_mask`, `token_type_ids` [N, tokens] → `logits` [N, 1]. */
export async function openCrossEncoderModel(
  path: string,
  padId: number,
  settings: SessionSettings,
): Promise<CrossEncoderModel> {
  const session = await openSession(path, settings);
  return {
    run: async (pairs) => {
      const feeds = feedsOf(pairs, padId);
      const wanted = Object.fromEntries(
        session.inputNames.map((name) => {
          const feed = feeds[name];
          if (feed === undefined)
            throw new Error(`The cross-encoder has an input ${name} that this version does not know.`);
          return [name, feed];
        }),
      );
      const { logits } = await session.run(wanted);
      if (!(logits?.data instanceof Float32Array) || logits.data.length !== pairs.length) {
        throw new Error('The cross-encoder did not return one number for each pair.');
      }
      return Array.from(logits.data);
    },
    close: () => session.release(),
  };
}

function feedsOf(pairs: readonly TokenPair[], padId: number): Record<string, Tensor> {
  const tokens = Math.max(...pairs.map(({ ids }) => ids.length));
  const length = pairs.length * tokens;
  const [ids, mask, types] = [
    new BigInt64Array(length).fill(BigInt(padId)),
    new BigInt64Array(length),
    new BigInt64Array(length),
  ];
  pairs.forEach((pair, row) => {
    const from = row * tokens;
    pair.ids.forEach((id, at) => (ids[from + at] = BigInt(id)));
    pair.typeIds.forEach((type, at) => (types[from + at] = BigInt(type)));
    mask.fill(1n, from, from + pair.ids.length);
  });
  const shape = [pairs.length, tokens];
  return {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', types, shape),
  };
}
