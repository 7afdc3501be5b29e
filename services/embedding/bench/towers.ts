import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageEncoder, TextEncoder } from '#src/domain/encoders';
import { openImageTower } from '#src/adapters/models/image-tower';
import { openTextEncoderInThread } from '#src/adapters/models/text-encoder-in-thread';
import type { DualEncoderProfile } from '@imagesearch/models/profile';
import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { CLIP_B32, clipImageTower, clipTextTower } from '@imagesearch/testkit/neural/clip';
import { clipTokenizer } from '@imagesearch/testkit/neural/tokenizers';
import { Tensor, type InferenceSession } from '@imagesearch/models/onnx-runtime';

const SIDE = CLIP_B32.image.sidePixels;
const TOKENS_MAX = 77;
const { json: tokenizerJson, vocabulary } = clipTokenizer();
const MEAN = [0.48145466, 0.4578275, 0.40821073] as const;
const STD = [0.26862954, 0.26130258, 0.27577711] as const;

/** CLIP ViT-B/32 of its published shapes, eight bits a weight, with random weights, in a folder as hubs lay it out. */
export async function writeTowers(folder: string): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx/text_model.onnx'), clipTextTower(CLIP_B32.text));
  await writeFile(join(folder, 'onnx/vision_model.onnx'), clipImageTower(CLIP_B32.image));
  const files = {
    'tokenizer.json': tokenizerJson,
    'tokenizer_config.json': {
      tokenizer_class: 'CLIPTokenizer',
      model_max_length: TOKENS_MAX,
      pad_token: '<|endoftext|>',
    },
    'config.json': { model_type: 'clip' },
    'preprocessor_config.json': {
      image_processor_type: 'CLIPImageProcessor',
      size: { shortest_edge: SIDE },
      crop_size: { width: SIDE, height: SIDE },
      do_resize: true,
      do_center_crop: true,
      do_rescale: true,
      rescale_factor: 1 / 255,
      do_normalize: true,
      image_mean: MEAN,
      image_std: STD,
      resample: 3,
    },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(content));
}

export async function openTowers(
  folder: string,
  session: SessionSettings,
): Promise<{ texts: TextEncoder; images: ImageEncoder }> {
  const profile = {
    files: {
      imageTower: join(folder, 'onnx/vision_model.onnx'),
      textTower: join(folder, 'onnx/text_model.onnx'),
      tokenizer: join(folder, 'tokenizer.json'),
      faceDetector: '',
    },
    pixels: { sidePixels: SIDE, fit: 'crop', kernel: 'cubic', mean: [...MEAN], std: [...STD] },
    text: { tokensMax: TOKENS_MAX, padding: 'longest', padId: vocabulary - 1, lowerCase: true },
  } satisfies Parameters<typeof openImageTower>[0] & Pick<DualEncoderProfile, 'text'>;
  return {
    texts: await openTextEncoderInThread({ tower: profile, session }),
    images: await openImageTower(profile, session),
  };
}

export interface BareLoop {
  /** One run over texts as they come, padded to the longest. */
  texts(texts: readonly string[]): Promise<unknown>;
  /** One run over that many images whose tensor is there already. */
  images(count: number): Promise<unknown>;
  close(): Promise<void>;
}

/** The same graphs with nothing around them. */
export async function openBareLoop(folder: string, settings: SessionSettings): Promise<BareLoop> {
  const tokenizer = await loadTokenizer(join(folder, 'tokenizer.json'), { lowerCase: true });
  const [text, image]: InferenceSession[] = [
    await openSession(join(folder, 'onnx/text_model.onnx'), settings),
    await openSession(join(folder, 'onnx/vision_model.onnx'), settings),
  ];
  const values = 3 * SIDE * SIDE;
  return {
    texts: async (texts) => {
      const rows = texts.map((each) => tokenizer.frame(tokenizer.idsOf(each), TOKENS_MAX));
      const length = Math.max(...rows.map(({ length: own }) => own));
      const ids = BigInt64Array.from(
        rows.flatMap((row) => Array.from({ length }, (_, at) => BigInt(row[at] ?? vocabulary - 1))),
      );
      return text?.run({ input_ids: new Tensor('int64', ids, [rows.length, length]) });
    },
    images: async (count) => {
      const pixels = new Float32Array(count * values).fill(0.3);
      return image?.run({ pixel_values: new Tensor('float32', pixels, [count, 3, SIDE, SIDE]) });
    },
    close: async () => {
      await text?.release();
      await image?.release();
    },
  };
}
