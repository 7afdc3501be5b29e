import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubModels } from '@imagesearch/testkit/models/hub-models';

const TOKENS_MAX = 77;

/** The product's text tower and tokenizer in a folder as transformers.js reads it. */
export async function writeModelFolder(
  folder: string,
  { tower, tokenizer }: HubModels['textFiles'],
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await copyFile(tower, join(folder, 'onnx/text_model.onnx'));
  await copyFile(tokenizer, join(folder, 'tokenizer.json'));
  const settings = {
    tokenizer_class: 'CLIPTokenizer',
    model_max_length: TOKENS_MAX,
    pad_token: '<|endoftext|>',
  };
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'clip' }));
}
