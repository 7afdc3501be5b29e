import { basename, dirname } from 'node:path';
import {
  AutoProcessor,
  AutoTokenizer,
  CLIPTextModelWithProjection,
  CLIPVisionModelWithProjection,
  env,
  RawImage,
} from '@huggingface/transformers';

export interface OtherRuntime {
  text(text: string): Promise<unknown>;
  image(file: Uint8Array): Promise<unknown>;
}

/** The same files in another library, in this process: one call a text and an image, as its examples have it. */
export async function openTransformers(folder: string): Promise<OtherRuntime> {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(folder);
  const name = basename(folder);
  const options = { dtype: 'fp32' } as const;
  const tokenizer = await AutoTokenizer.from_pretrained(name);
  const processor = await AutoProcessor.from_pretrained(name);
  const text = await CLIPTextModelWithProjection.from_pretrained(name, options);
  const image = await CLIPVisionModelWithProjection.from_pretrained(name, options);
  return {
    text: async (each) => (await text(tokenizer([each], { padding: true, truncation: true }))) as unknown,
    image: async (file) =>
      (await image(await processor(await RawImage.fromBlob(new Blob([new Uint8Array(file)]))))) as unknown,
  };
}
