import { Layers, type NetworkSize } from './layers.js';

export interface CrossEncoderSize extends NetworkSize {
  vocabulary: number;
  tokensMax: number;
}

/** Of MiniLM with six layers, as published. */
export const MINILM_L6 = {
  vocabulary: 30_522,
  tokensMax: 512,
  width: 384,
  heads: 12,
  layers: 6,
  isQuantized: true,
} as const satisfies CrossEncoderSize;

/** Added to the score of a token that is padding. */
const MASKED = 1e4;

/** `input_ids`, `attention_mask`, `token_type_ids` [batch, tokens] → `logits` [batch, 1]. */
export function crossEncoder(size: CrossEncoderSize): Uint8Array {
  const net = new Layers('cross-encoder', size);
  const first = net.node('Gather', [tokenStates(net, size), net.integers(0)], { axis: 1 });
  const pooled = net.node('Tanh', [
    net.linear(net.node('Reshape', [first, net.integers(0, size.width)]), size.width, size.width),
  ]);
  net.linear(pooled, size.width, 1, 'logits');
  net.graph.addOutput('logits', ['batch', 1]);
  return net.graph.toFile();
}

/** The same inputs → `last_hidden_state` [batch, tokens, width]. */
export function sentenceEncoder(size: CrossEncoderSize): Uint8Array {
  const net = new Layers('sentence-encoder', size);
  net.node('Identity', [tokenStates(net, size)], {}, 'last_hidden_state');
  net.graph.addOutput('last_hidden_state', ['batch', 'tokens', size.width]);
  return net.graph.toFile();
}

/** Adds the inputs. */
function tokenStates(net: Layers, size: CrossEncoderSize): string {
  for (const name of ['input_ids', 'attention_mask', 'token_type_ids'])
    net.graph.addInput(name, ['batch', 'tokens'], 'int64');
  const count = net.node('Gather', [net.node('Shape', ['input_ids']), net.integers(1)]);
  const table = net.weights([size.tokensMax, size.width], 0.1);
  const places = net.node('Slice', [table, net.integers(0), count, net.integers(0)]);
  const types = net.node('Gather', [net.weights([2, size.width], 0.3), 'token_type_ids']);
  const words = net.node('Add', [net.embedding('input_ids', size.vocabulary), types]);

  const real = net.node('Cast', ['attention_mask'], { to: 1 });
  const penalty = net.node('Mul', [net.node('Sub', [real, net.numbers(1)]), net.numbers(MASKED)]);
  const mask = net.node('Unsqueeze', [penalty, net.integers(1, 2)]);
  return net.layerNorm(net.encoder(net.layerNorm(net.node('Add', [words, places])), mask));
}
