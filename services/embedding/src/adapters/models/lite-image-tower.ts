import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { resizeTo } from '../images/resize-pixels.js';
import type { ImageEncoder } from '../../domain/encoders.js';
import type { RgbPixels } from '../../domain/pixels.js';
import { EDGE_PX, VALUES_PER_IMAGE, writeValues } from './lite-input.js';
import { unitRowsOf } from './rows.js';

/** Opens the tower of `lite`: input [N, 300, 300, 3] RGB from -1 to 1, output [N, dimensions]. */
export async function openLiteImageTower(path: string, settings: SessionSettings): Promise<ImageEncoder> {
  const session = await openSession(path, settings);
  const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]];
  // Convolutions of several images do not fit a processor's cache: they take longer, and many times the memory.
  const atOnce = settings.device === 'cpu' ? 1 : Infinity;
  // Reused between runs, which never overlap; as large as the largest batch so far.
  let input = new Float32Array(0);

  const run = async (images: readonly RgbPixels[]): Promise<Float32Array[]> => {
    const length = images.length * VALUES_PER_IMAGE;
    if (input.length < length) input = new Float32Array(length);
    images.forEach(({ data }, image) => {
      writeValues(data, input, image * VALUES_PER_IMAGE);
    });
    const shape = [images.length, EDGE_PX, EDGE_PX, 3];
    const outputs = await session.run({
      [inputName]: new Tensor('float32', input.subarray(0, length), shape),
    });
    return unitRowsOf(outputs[outputName]);
  };

  return {
    prepare: ({ pixels }) => resizeTo(pixels, EDGE_PX, EDGE_PX),
    embed: async (images) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < images.length; at += atOnce)
        vectors.push(...(await run(images.slice(at, at + atOnce))));
      return vectors;
    },
    close: () => session.release(),
  };
}
