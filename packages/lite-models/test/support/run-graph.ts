import { InferenceSession, Tensor } from '@imagesearch/models/onnx-runtime';

export interface Result {
  dims: readonly number[];
  data: Float32Array;
}

/** Runs an ONNX file on one input and gives its outputs by name. */
export async function runGraph(
  file: Uint8Array,
  input: string,
  pixels: Float32Array,
  dims: readonly number[],
): Promise<Record<string, Result>> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  try {
    const outputs = await session.run({ [input]: new Tensor('float32', pixels, dims) });
    return Object.fromEntries(
      Object.entries(outputs).map(([name, tensor]) => {
        if (!(tensor.data instanceof Float32Array)) throw new Error(`${name} is not of single precision.`);
        return [name, { dims: tensor.dims, data: tensor.data }];
      }),
    );
  } finally {
    await session.release();
  }
}

/** The input that the stored reference outputs were computed on. */
export function referenceInput(length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => ((index * 7919) % 2003) / 1001 - 1);
}

export function largestDifference(left: ArrayLike<number>, right: ArrayLike<number>): number {
  if (left.length !== right.length) throw new Error(`${left.length} numbers beside ${right.length}.`);
  return Array.from(left).reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (right[index] ?? NaN))),
    0,
  );
}
