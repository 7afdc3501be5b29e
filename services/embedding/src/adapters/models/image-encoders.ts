import { readFile } from 'node:fs/promises';
import type { ImageTower, LiteFiles, VisionModel } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { z } from 'zod';
import type { EncodedImage, ImageEncoder } from '../../domain/encoders.js';
import type { RgbPixels, SizedPixels } from '../../domain/image.js';
import type { Shown } from '../../domain/signals/signals.js';
import { resizeTo, cropTo } from '../images/resize-pixels.js';
import { tensorWriter, rowsOf, unitRowsOf, embeddingOutputOf } from './tensors.js';

const EDGE_PX = 224;
/** (x − 127) / 128 of bytes, as `writePlanes` has it for values from 0 to 1. */
const CHANNEL = [127 / 255, 128 / 255] as const;
const PIXEL_RULES = {
  sidePixels: EDGE_PX,
  mean: [CHANNEL[0], CHANNEL[0], CHANNEL[0]],
  std: [CHANNEL[1], CHANNEL[1], CHANNEL[1]],
} as const;

/**
 * Names below it are wrong more often than right: of 500 photographs of ImageNet, 85 in 100 names from here on are those of the
 * photograph's class.
 */
const CONFIDENCE_MIN = 0.5;

const classNamesSchema = z.record(z.string(), z.string());

export function openImageEncoder(model: VisionModel, settings: SessionSettings): Promise<ImageEncoder> {
  return model.crossModal ? openImageTower(model, settings) : openLiteVision(model.files, settings);
}

/** Opens the classifier of `lite`, which also places an image among texts. */
async function openLiteVision(files: LiteFiles, settings: SessionSettings): Promise<ImageEncoder> {
  const names = classNamesSchema.parse(JSON.parse(await readFile(files.classNames, 'utf8')));
  const network = await openSession(files.network, settings);
  const head = await openSession(files.head, { ...settings, device: 'cpu' });
  // Convolutions of several images do not fit a processor's cache: they take longer, and many times the memory.
  const atOnce = settings.device === 'cpu' ? 1 : Infinity;
  const tensorOf = tensorWriter(PIXEL_RULES);

  const run = async (images: readonly RgbPixels[]): Promise<EncodedImage[]> => {
    const { image, sight, confidences, classes } = await head.run(
      await network.run({ pixels: tensorOf(images) }),
    );
    const sights = unitRowsOf(sight);
    const sureness = rowsOf(confidences);
    const numbers = Array.from(classes?.data as BigInt64Array, Number);
    return unitRowsOf(image).map((vector, at) => {
      const sure = [...(sureness[at] ?? [])];
      const shows = sure.flatMap((confidence, place): Shown[] => {
        const name = names[String(numbers[at * sure.length + place])]?.split(',')[0];
        return name === undefined || confidence < CONFIDENCE_MIN ? [] : [{ name, confidence }];
      });
      return { vector, sight: sights[at], shows };
    });
  };

  return {
    embed: async (images) => {
      const prepared = await Promise.all(images.map(({ pixels }) => resizeTo(pixels, EDGE_PX, EDGE_PX)));
      const encoded: EncodedImage[] = [];
      for (let at = 0; at < prepared.length; at += atOnce)
        encoded.push(...(await run(prepared.slice(at, at + atOnce))));
      return encoded;
    },
    close: async () => {
      await network.release();
      await head.release();
    },
  };
}

/** Opens the image tower of a dual encoder: `pixel_values` [N, 3, side, side] → [N, dimensions]. */
async function openImageTower(
  { files, pixels: rules }: Pick<ImageTower, 'files' | 'pixels'>,
  settings: SessionSettings,
): Promise<ImageEncoder> {
  const session = await openSession(files.imageTower, settings);
  const [inputName = ''] = session.inputNames;
  const outputName = embeddingOutputOf(session);
  const side = rules.sidePixels;
  const tensorOf = tensorWriter(rules);

  const prepare = (image: SizedPixels): Promise<RgbPixels> =>
    rules.fit === 'crop'
      ? cropTo(image, side, rules.kernel)
      : resizeTo(image.pixels, side, side, rules.kernel);
  return {
    embed: async (images) => {
      const prepared = await Promise.all(images.map(prepare));
      const vectors = unitRowsOf((await session.run({ [inputName]: tensorOf(prepared) }))[outputName]);
      return vectors.map((vector) => ({ vector, sight: undefined, shows: [] }));
    },
    close: () => session.release(),
  };
}
