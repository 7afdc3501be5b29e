import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StoreServers } from '@imagesearch/testkit/stores/server-stores';
import { printOut } from '@imagesearch/service-kit/process/terminal';

/** The servers DATABASE_URL, REDIS_URL and, if it is set, QDRANT_URL, for `--five-processes`. @throws Error */
export function serversOfEnvironment(): StoreServers {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, QDRANT_URL: qdrantUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new Error('--five-processes needs DATABASE_URL and REDIS_URL.');
  return { databaseUrl, redisUrl, qdrantUrl };
}

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

interface DemoData {
  /** The folder of a build. */
  tree: string;
  dataDir: string;
  /** Images; undefined for the whole collection. */
  limit: string | undefined;
  env?: NodeJS.ProcessEnv;
}

/** Fills a data folder with a build's own ingestion of the demonstration's collection. */
export async function fillWithDemo({ tree, dataDir, limit, env: more }: DemoData): Promise<void> {
  printOut(`Filling ${dataDir}`);
  const args = [
    'packages/local-stack/dist/demo.js',
    '--once',
    ...(limit === undefined ? [] : ['--limit', limit]),
  ];
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...more };
  await run(process.execPath, args, { cwd: tree, env, maxBuffer: OUTPUT_BYTES_MAX });
}
