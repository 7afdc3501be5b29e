import { afterAll, expect, it } from '@jest/globals';
import { hubModels } from '@imagesearch/testkit/models/hub-models';
import { ROOT } from '@imagesearch/testkit/repository';
import { MODELS, run } from './support/command.js';

const models = await hubModels('clip-b32');
afterAll(() => models.remove());

const command = (...args: string[]) =>
  run([MODELS, ...args], { env: { ...models.env, MODEL_PROFILE: '' }, cwd: ROOT });

it('verify lite lets ten texts find their ten images, and prints the mean margin', async () => {
  const { code, output } = await command('verify', 'lite');
  expect({ code, output }).toMatchObject({ code: 0 });
  const [, margin] = /lite: 10 of 10 texts found their image; mean margin (\d\.\d{3})\./.exec(output) ?? [];
  expect(Number(margin)).toBeGreaterThan(0.05);
}, 120_000);

it('verify names the command for missing files; files that are whole and see nothing right fail too', async () => {
  const missing = await command('verify', 'clip-b32');
  expect(missing).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run models -- pull clip-b32'),
  });
  expect((await command('pull', 'clip-b32')).code).toBe(0);
  const { code, output } = await command('verify', 'clip-b32');
  expect(code).toBe(1);
  expect(output).toMatch(/clip-b32: \d of 10 texts found their image; mean margin -?\d\.\d{3}\./);
  expect(output).toContain('Please send these figures');
}, 120_000);
