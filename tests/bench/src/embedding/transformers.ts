import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of @huggingface/transformers. */
interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string };
  AutoTokenizer: Loader<(texts: string[], options: object) => object>;
  AutoProcessor: Loader<(image: unknown) => Promise<object>>;
  CLIPTextModelWithProjection: Loader<(inputs: object) => Promise<unknown>>;
  CLIPVisionModelWithProjection: Loader<(inputs: object) => Promise<unknown>>;
  RawImage: { fromBlob(blob: Blob): Promise<unknown> };
}

interface Loader<Model> {
  from_pretrained(name: string, options?: object): Promise<Model>;
}

export interface OtherRuntime {
  text(text: string): Promise<unknown>;
  picture(file: Uint8Array): Promise<unknown>;
}

/** The same files in another library, in this process: one call a text and a picture, as its examples have it. */
export async function openTransformers(entry: string, folder: string): Promise<OtherRuntime> {
  const library = (await import(pathToFileURL(entry).href)) as Transformers;
  library.env.allowRemoteModels = false;
  library.env.localModelPath = dirname(folder);
  const name = basename(folder);
  const options = { dtype: 'fp32' };
  const tokenizer = await library.AutoTokenizer.from_pretrained(name);
  const processor = await library.AutoProcessor.from_pretrained(name);
  const text = await library.CLIPTextModelWithProjection.from_pretrained(name, options);
  const image = await library.CLIPVisionModelWithProjection.from_pretrained(name, options);
  return {
    text: (each) => text(tokenizer([each], { padding: true, truncation: true })),
    picture: async (file) =>
      image(await processor(await library.RawImage.fromBlob(new Blob([Buffer.from(file)])))),
  };
}
