import type { InferenceSession } from '@imagesearch/models/onnx-runtime';

/** Names that exporters use for the vector of a whole text or image. */
const VECTOR_OUTPUTS = ['text_embeds', 'image_embeds', 'pooler_output'];

/** @throws Error naming the file's outputs when none of them is a vector. */
export function embeddingOutputOf({ outputNames }: InferenceSession): string {
  const name = VECTOR_OUTPUTS.find((known) => outputNames.includes(known));
  if (name !== undefined) return name;
  throw new Error(
    `A tower must have an output ${VECTOR_OUTPUTS.join(', ')}; this one has ${outputNames.join(', ')}.`,
  );
}
