import { z } from 'zod';

/** The numbers of a map: caption ≈ `captionMean` + (image − `imageMean`) · `weights`. */
export interface CaptionMapTable {
  imageMean: Float32Array;
  captionMean: Float32Array;
  /** [image dimensions, caption dimensions], row-major. */
  weights: Float32Array;
}

const fileSchema = z.object({
  /** The collection that the map was fitted on, and its licence. */
  source: z.string(),
  licence: z.string(),
  /** Little-endian float32, base64. */
  imageMean: z.base64(),
  captionMean: z.base64(),
  /** Scale of each row of weights; float32. */
  scales: z.base64(),
  /** int8, row-major. */
  weights: z.base64(),
});

/** Encodes a map as text with eight bits per weight, which changed no measured rank. */
export function encodeCaptionMap(
  { imageMean, captionMean, weights }: CaptionMapTable,
  origin: { source: string; licence: string },
): string {
  const columns = captionMean.length;
  const scales = Float32Array.from(imageMean, (_, row) => {
    const largest = weights
      .subarray(row * columns, (row + 1) * columns)
      .reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
    return largest / 127;
  });
  const bytes = Int8Array.from(weights, (weight, at) => {
    const scale = scales[Math.floor(at / columns)] ?? 0;
    return scale === 0 ? 0 : Math.round(weight / scale);
  });
  const file: z.output<typeof fileSchema> = {
    ...origin,
    imageMean: base64Of(imageMean),
    captionMean: base64Of(captionMean),
    scales: base64Of(scales),
    weights: base64Of(bytes),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** @throws Error when the text is not a caption map or its parts have different sizes. */
export function decodeCaptionMap(text: string): CaptionMapTable {
  const file = fileSchema.parse(JSON.parse(text));
  const [imageMean, captionMean, scales] = [file.imageMean, file.captionMean, file.scales].map(floatsOf);
  const bytes = new Int8Array(Buffer.from(file.weights, 'base64'));
  const columns = captionMean?.length ?? 0;
  if (
    imageMean === undefined ||
    captionMean === undefined ||
    scales?.length !== imageMean.length ||
    bytes.length !== imageMean.length * columns
  )
    throw new Error('The parts of this caption map have different sizes.');
  const weights = Float32Array.from(bytes, (byte, at) => byte * (scales[Math.floor(at / columns)] ?? 0));
  return { imageMean, captionMean, weights };
}

function base64Of({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / Float32Array.BYTES_PER_ELEMENT }, (_, at) =>
    bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT),
  );
}
