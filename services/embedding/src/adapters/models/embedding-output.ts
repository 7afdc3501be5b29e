import type { InferenceSession } from 'onnxruntime-node';

/** What exporters call the vector of a whole text or image, beside outputs for each token. */
const VECTOR_OUTPUTS = ['text_embeds', 'image_embeds', 'pooler_output'];

/** @throws Error naming the file's outputs when none of them is a vector. */
export function embeddingOutputOf({ outputNames }: InferenceSession): string {
  const name = VECTOR_OUTPUTS.find((known) => outputNames.includes(known));
  if (name !== undefined) return name;
  throw new Error(`A tower gives ${VECTOR_OUTPUTS.join(', ')}; this one gives ${outputNames.join(', ')}.`);
}
