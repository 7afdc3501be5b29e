import type { Tensor } from '@imagesearch/models/onnx-runtime';
import type { TextEncoderModel } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import type { TextEncoder } from '../../domain/encoders.js';
import { groupByLength } from '../../domain/group-by-length.js';
import { toUnitVector } from '../../domain/unit-vector.js';
import { feedsOf } from './token-feeds.js';

const STATES = 'last_hidden_state';

/** Opens a text encoder: `input_ids` [N, tokens] → the mean of each text's token states, of length 1. */
export async function openTextEncoder(
  { files, text: rules, dimensions }: TextEncoderModel,
  settings: SessionSettings,
): Promise<TextEncoder> {
  const tokenizer = await loadTokenizer(files.tokenizer, rules);
  const session = await openSession(files.model, settings);
  return {
    embed: async (texts) => {
      const tokens = texts.map((text) => tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax));
      const vectors = new Array<Float32Array>(texts.length);
      for (const positions of groupByLength(tokens.map(({ length }) => length))) {
        const group = positions.map((position) => tokens[position] ?? []);
        const length = Math.max(...group.map((ids) => ids.length));
        const states = statesOf((await session.run(feedsOf(session, group, length, rules.padId)))[STATES]);
        positions.forEach((position, row) => {
          const from = row * length * dimensions;
          const own = states.subarray(from, from + (group[row]?.length ?? 0) * dimensions);
          vectors[position] = toUnitVector(sumOfRows(own, dimensions));
        });
      }
      return vectors;
    },
    close: () => session.release(),
  };
}

function statesOf(output: Tensor | undefined): Float32Array {
  if (output?.data instanceof Float32Array && output.dims.length === 3) return output.data;
  throw new Error(`A text encoder must have an output ${STATES} [texts, tokens, dimensions].`);
}

/** The direction of the mean; padding is not among the rows. */
function sumOfRows(states: Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < states.length; at += 1) {
    const axis = at % dimensions;
    sum[axis] = (sum[axis] ?? 0) + (states[at] ?? 0);
  }
  return sum;
}
