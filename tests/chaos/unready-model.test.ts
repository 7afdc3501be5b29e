import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';

let dir: string;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'imagesearch-unready-'));
});
afterEach(async () => {
  await service?.stop('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

it.each(['embedding', 'reranker'] as const)(
  'the %s service ends with an error when its model cannot be loaded, so that its supervisor acts',
  async (name) => {
    const address = `127.0.0.1:${await freePort()}`;
    // A file is where the folder of the models should be.
    await writeFile(join(dir, 'models'), '');
    service = new ServiceProcess({
      name,
      address,
      env: {
        DATA_DIR: dir,
        MODEL_DIR: join(dir, 'models'),
        MODEL_PROFILE: 'clip-b32',
        RERANKER: 'cross-encoder',
        LOG_LEVEL: 'warn',
        [`${name.toUpperCase()}_LISTEN`]: address,
      },
    });
    const [code] = (await once(service.spawn(), 'exit')) as [number | null];
    expect(code).toBe(1);
    expect(service.output).toContain(join(dir, 'models'));
  },
  60_000,
);
