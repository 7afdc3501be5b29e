import type { DualEncoderProfile } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { cropTo, resizeTo } from '../images/resize-pixels.js';
import { writePlanes } from '../images/write-planes.js';
import { embeddingOutputOf } from './embedding-output.js';
import type { ImageEncoder } from '../../domain/encoders.js';
import { unitRowsOf } from './rows.js';

/** Opens the image tower of a dual encoder: `pixel_values` [N, 3, side, side] → [N, dimensions]. */
export async function openImageTower(
  { files, pixels: rules }: Pick<DualEncoderProfile, 'files' | 'pixels'>,
  settings: SessionSettings,
): Promise<ImageEncoder> {
  const session = await openSession(files.imageTower, settings);
  const [inputName = ''] = session.inputNames;
  const outputName = embeddingOutputOf(session);
  const side = rules.sidePixels;
  const valuesPerImage = 3 * side * side;
  // Reused between runs, which never overlap; as large as the largest batch so far.
  let input = new Float32Array(0);

  return {
    prepare: (image) =>
      rules.fit === 'crop'
        ? cropTo(image, side, rules.kernel)
        : resizeTo(image.pixels, side, side, rules.kernel),
    embed: async (images) => {
      const length = images.length * valuesPerImage;
      if (input.length < length) input = new Float32Array(length);
      images.forEach((image, at) => writePlanes(image, rules, input, at * valuesPerImage));
      const tensor = new Tensor('float32', input.subarray(0, length), [images.length, 3, side, side]);
      const vectors = unitRowsOf((await session.run({ [inputName]: tensor }))[outputName]);
      return vectors.map((vector) => ({ vector, sight: undefined, shows: [] }));
    },
    close: () => session.release(),
  };
}
