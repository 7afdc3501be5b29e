import { createHash, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';
import { createLogger } from '@imagesearch/service-kit/logging';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { openEmbeddedEngine } from '@imagesearch/service-kit/postgres/embedded-engine';
import { ROOT } from '../repository.js';

const SERVICE_KIT = join(ROOT, 'packages/service-kit');
const ENGINE_FILES = ['package.json', 'src/postgres/embedded-engine.ts', 'src/postgres/engine-thread.ts'];

/** Of the services that have a database: where its schema is written. */
const SCHEMAS = {
  gateway: ['services/gateway/migrations', 'services/gateway/src/billing/sql'],
  rights: ['services/rights/migrations'],
} as const;
type Schema = keyof typeof SCHEMAS;

/**
 * Lays an empty embedded Postgres where a service will look for its own. Setting one up takes seconds of a core and the
 * suites open some hundreds, so it is done once and copied, for all later runs of the same engine.
 */
export async function layEmptyPostgres(embeddedDir: string): Promise<void> {
  const files = ENGINE_FILES.map((file) => join(SERVICE_KIT, file));
  await layCopy(embeddedDir, files, async (dir) => (await openEmbeddedEngine(dir)).close());
}

/** Lays both databases of a stack, as the first start of its services leaves them: with every migration applied. */
export async function layMigratedPostgres(dataDir: string): Promise<void> {
  for (const [schema, folders] of Object.entries(SCHEMAS) as [Schema, readonly string[]][]) {
    const [migrationsDir = '', functionsDir] = folders.map((folder) => join(ROOT, folder));
    const sql = await Promise.all([migrationsDir, functionsDir ?? []].flat().map(filesIn));
    const kit = [...ENGINE_FILES, 'src/postgres/migrate.ts', 'src/postgres/schema.ts'];
    const files = [...kit.map((file) => join(SERVICE_KIT, file)), ...sql.flat()];
    await layCopy(join(dataDir, schema, 'postgres'), files, async (dir) => {
      await layEmptyPostgres(dir);
      const logger = createLogger({ service: 'test', level: 'silent' });
      const database = await openDatabase({
        url: undefined,
        embeddedDir: dir,
        schema,
        migrationsDir,
        ...(functionsDir !== undefined && { functionsDir }),
        logger,
      });
      await database.close();
    });
  }
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).toSorted().map((name) => join(folder, name));

/** @param files What the template depends on. @param fill Makes it. */
async function layCopy(
  embeddedDir: string,
  files: readonly string[],
  fill: (dir: string) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  const template = join(tmpdir(), `imagesearch-test-postgres-${hash.digest('hex').slice(0, 12)}`);
  if (!(await exists(template))) await setUp(template, fill);
  await mkdir(embeddedDir, { recursive: true, mode: 0o700 });
  // A thousand small files: without a promise each it takes half the time.
  cpSync(join(template, 'data'), join(embeddedDir, 'data'), { recursive: true });
}

/** Once for all workers, which begin at the same time. Beside its final place, and renamed when it is whole. */
async function setUp(template: string, fill: (dir: string) => Promise<void>): Promise<void> {
  const isDone = () => exists(template);
  await withLock(`${template}.lock`, { isDone }, async () => {
    if (await isDone()) return;
    const unfinished = `${template}.${randomUUID()}`;
    await fill(unfinished);
    await rename(unfinished, template);
  });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
