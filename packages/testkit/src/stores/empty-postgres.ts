import { createHash, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '@imagesearch/service-kit/postgres/embedded-engine';

const SERVICE_KIT = join(import.meta.dirname, '../../../service-kit');

/**
 * Lays an empty embedded Postgres where a service will look for its own. Setting one up takes seconds of a core and the
 * suites open some hundreds, so it is done once and copied, for all later runs of the same engine.
 */
export async function layEmptyPostgres(embeddedDir: string): Promise<void> {
  const template = await templateDir();
  if (!(await exists(template))) await setUp(template);
  await mkdir(embeddedDir, { recursive: true, mode: 0o700 });
  // A thousand small files: without a promise each it takes half the time.
  cpSync(join(template, 'data'), join(embeddedDir, 'data'), { recursive: true });
}

async function templateDir(): Promise<string> {
  const engine = createHash('sha256');
  for (const file of ['package.json', 'src/postgres/embedded-engine.ts', 'src/postgres/engine-thread.ts']) {
    engine.update(await readFile(join(SERVICE_KIT, file)));
  }
  return join(tmpdir(), `imagesearch-test-postgres-${engine.digest('hex').slice(0, 12)}`);
}

/** Beside its final place, and renamed when it is whole. */
async function setUp(template: string): Promise<void> {
  const unfinished = `${template}.${randomUUID()}`;
  const engine = await openEmbeddedEngine(unfinished);
  await engine.close();
  try {
    await rename(unfinished, template);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another worker was faster.
    if (!(await exists(template))) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
