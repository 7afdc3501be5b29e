import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';

const dir = folderOfEachTest();
let service: ServiceProcess | undefined;
afterEach(() => service?.stop('SIGKILL'));

it.each(['embedding', 'reranker'] as const)(
  'the %s service ends with an error when its model cannot be loaded, so that its supervisor acts',
  async (name) => {
    // A file is where the folder of the models should be.
    await writeFile(join(dir, 'models'), '');
    service = await ServiceProcess.create(name, {
      DATA_DIR: dir,
      MODEL_DIR: join(dir, 'models'),
      MODEL_PROFILE: 'clip-b32',
      RERANKER: 'cross-encoder',
      LOG_LEVEL: 'warn',
    });
    expect(await service.spawn().end()).toBe(1);
    expect(service.output).toContain(join(dir, 'models'));
  },
  60_000,
);
