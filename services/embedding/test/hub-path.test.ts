import { expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { MINILM } from '@imagesearch/models/lite';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels } from '@imagesearch/testkit/models/hub-models';
import { startEmbedding } from './support/running-service.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const TEXTS = ['a red dog', 'throwing things away', 'ΣΊΣΥΦΟΣ'];
const vectorsBy = async (env: Record<string, string>) => {
  const { client, stop } = await startEmbedding(env);
  try {
    const { vectors } = await client.embedTexts({ texts: TEXTS }, detachedCall(20_000));
    return vectors;
  } finally {
    await stop();
  }
};

test('published files of a hub (MiniLM) are downloaded, checked and run to the vectors that they give here', async () => {
  const models = await hubModels('clip-b32');
  const contents = {
    model: await readFile(MINILM.files.model),
    tokenizer: await readFile(MINILM.files.tokenizer),
  };
  const asked: string[] = [];
  const hub = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(request.url?.endsWith('.json') === true ? contents.tokenizer : contents.model);
  });
  const { url } = await openOnLoopback(hub);
  try {
    const fileOf = (path: string, content: Buffer) => ({
      repository: 'published/minilm',
      revision: 'a'.repeat(40),
      path,
      bytes: content.length,
      sha256: hash('sha256', content),
    });
    const manifestPath = models.env['MODEL_MANIFEST'] ?? '';
    const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as { textEncoders: object[] };
    const { dimensions, text, prefixes } = MINILM;
    const files = {
      model: fileOf('onnx/model_quantized.onnx', contents.model),
      tokenizer: fileOf('tokenizer.json', contents.tokenizer),
    };
    const published = { ...manifest.textEncoders[0], dimensions, text, prefixes, files };
    await writeFile(manifestPath, JSON.stringify({ ...manifest, textEncoders: [published] }));
    const lite = { ...models.env, MODEL_PROFILE: 'lite' };
    const ofHub = await vectorsBy({ ...lite, TEXT_ENCODER: 'e5-small', MODEL_HUB_URL: url });
    expect(new Set(asked).size).toBe(2);
    expect(ofHub).toEqual(await vectorsBy({ ...lite, TEXT_ENCODER: 'minilm' }));
  } finally {
    hub.close();
    await models.remove();
  }
}, 60_000);
