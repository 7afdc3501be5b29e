import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { MINILM } from '@imagesearch/models/lite';
import { NETWORKS } from '@imagesearch/testkit/models/hub-models';
import { openTextEncoderInThread } from '../src/adapters/models/model-threads.js';
import { openTextTower } from '../src/adapters/models/text-encoders.js';

const session = { threads: 1, device: 'cpu' } as const;

const tower: Parameters<typeof openTextTower>[0] = {
  files: {
    textTower: join(NETWORKS, 'clip-text.onnx'),
    tokenizer: join(NETWORKS, 'clip-tokenizer.json'),
    imageTower: '',
  },
  text: { tokensMax: 77, padding: 'longest', padId: 519, lowerCase: true },
};

test('its vectors are those of the same tower in the main thread', async () => {
  const texts = ['a red dog', 'train station', 'dog '.repeat(70)];
  const [inThread, inMain] = [
    await openTextEncoderInThread({ tower, session }),
    await openTextTower(tower, session),
  ];
  try {
    expect(await inThread.embed(texts)).toEqual(await inMain.embed(texts));
  } finally {
    await Promise.all([inThread.close(), inMain.close()]);
  }
}, 120_000);

test('the main thread works on while it runs', async () => {
  const encoder = await openTextEncoderInThread({ encoder: MINILM, session });
  let turns = 0;
  const turn = setInterval(() => (turns += 1), 1);
  try {
    // A few hundred milliseconds, in one run.
    await encoder.embed(Array.from({ length: 16 }, (_, at) => `${'dog '.repeat(60)}${at}`));
    expect(turns).toBeGreaterThan(10);
  } finally {
    clearInterval(turn);
    await encoder.close();
  }
}, 120_000);

test('texts that it cannot read fail, and the next ones do not', async () => {
  const encoder = await openTextEncoderInThread({ tower, session });
  try {
    const broken = [undefined as unknown as string];
    const [failed, read] = await Promise.allSettled([encoder.embed(broken), encoder.embed(['dog'])]);
    expect([failed.status, read.status]).toEqual(['rejected', 'fulfilled']);
  } finally {
    await encoder.close();
  }
}, 120_000);

test.each([
  ['a missing file is named', { ...session }, { textTower: '/nowhere/text.onnx' }, '/nowhere/text.onnx'],
  ['a missing device is named', { threads: 1, device: 'cuda' } as const, {}, 'MODEL_DEVICE=cuda'],
])('%s', async (_what, settings, files, named) => {
  const other = { ...tower, files: { ...tower.files, ...files } };
  await expect(openTextEncoderInThread({ tower: other, session: settings })).rejects.toThrow(named);
});
