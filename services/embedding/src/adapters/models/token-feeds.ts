import { Tensor, type InferenceSession } from '@imagesearch/models/onnx-runtime';

/** A row of tokens for each text, padded to one length; only the inputs that the model has. */
export function feedsOf(
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
    // Some exports have a mask that the output does not depend on.
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(group.length * length), shape),
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
