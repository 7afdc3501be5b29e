import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { resizeTo } from '../images/resize-pixels.js';
import type { EncodedImage, ImageEncoder } from '../../domain/encoders.js';
import { objectNamesOf } from '../../domain/object-names.js';
import type { RgbPixels } from '../../domain/pixels.js';
import { rowsOf, unitRowsOf } from './rows.js';

const EDGE_PX = 300;
const VALUES_PER_IMAGE = 3 * EDGE_PX * EDGE_PX;

/** Opens the tower of `lite`: input [N, 300, 300, 3] RGB from -1 to 1, output [N, dimensions] and [N, classes]. */
export async function openLiteImageTower(path: string, settings: SessionSettings): Promise<ImageEncoder> {
  const session = await openSession(path, settings);
  const [inputName = ''] = session.inputNames;
  const [vectorName = '', confidencesName = ''] = session.outputNames;
  // Convolutions of several images do not fit a processor's cache: they take longer, and many times the memory.
  const atOnce = settings.device === 'cpu' ? 1 : Infinity;
  // Reused between runs, which never overlap; as large as the largest batch so far.
  let input = new Float32Array(0);

  const run = async (images: readonly RgbPixels[]): Promise<EncodedImage[]> => {
    const length = images.length * VALUES_PER_IMAGE;
    if (input.length < length) input = new Float32Array(length);
    images.forEach(({ data }, image) => {
      const from = image * VALUES_PER_IMAGE;
      for (let at = 0; at < VALUES_PER_IMAGE; at += 1) input[from + at] = (data[at] ?? 0) / 127.5 - 1;
    });
    const shape = [images.length, EDGE_PX, EDGE_PX, 3];
    const outputs = await session.run({
      [inputName]: new Tensor('float32', input.subarray(0, length), shape),
    });
    const confidences = rowsOf(outputs[confidencesName]);
    return unitRowsOf(outputs[vectorName]).map((vector, image) => ({
      vector,
      objectNames: objectNamesOf(confidences[image] ?? []),
    }));
  };

  return {
    prepare: ({ pixels }) => resizeTo(pixels, EDGE_PX, EDGE_PX),
    embed: async (images) => {
      const encoded: EncodedImage[] = [];
      for (let at = 0; at < images.length; at += atOnce)
        encoded.push(...(await run(images.slice(at, at + atOnce))));
      return encoded;
    },
    close: () => session.release(),
  };
}
