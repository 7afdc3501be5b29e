import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, it } from '@jest/globals';
import { createOnServer, EMBEDDED_POSTGRES, type DatabaseEngine } from './stores/databases.js';

/** What a suite needs beside Node and this checkout, and a machine may lack: what it is, or in words what is needed. */
type Engine<T> = () => { found: T } | { needs: string };

const NOBODY = 65_534;

const MOUNT_NTFS =
  'd=$(mktemp -d); mkdir $d/m; truncate -s 2M $d/n; mkntfs -FQ $d/n; lowntfs-3g -o ignore_case $d/n $d/m; umount $d/m; rm -r $d';

export const ENGINES = {
  /** By an account that may create databases. */
  postgres: variable('a Postgres server', 'TEST_DATABASE_URL', (url): DatabaseEngine => ({
    name: 'a Postgres server',
    create: () => createOnServer(url),
  })),
  pgBouncer: program('PgBouncer', ['pgbouncer']),
  /** The address of a server that suites share. */
  redis: variable('a Redis server', 'TEST_REDIS_URL', (url) => url),
  /** What scripts/pack-images.mjs made, with the servers that a deployment has. */
  images: shippedOn,
  /** The program, for servers of a test's own. */
  redisServer: program('redis-server', ['redis-server']),
  qdrant: variable('a Qdrant server', 'TEST_QDRANT_URL', (url) => url),
  /** The program, for clusters of a test's own. */
  qdrantServer: program('the program qdrant', ['qdrant'], 'TEST_QDRANT_PROGRAM'),
  bucket: variable('an S3-compatible server', 'TEST_S3_URL', testBucket),
  // Without windows of its own, which cost as much as the pages, if there is such a one.
  chromium: program(
    'Chromium',
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    'CHROMIUM_PATH',
  ),
  helm: program('Helm', ['helm'], 'TEST_HELM'),
  exiftool: program('ExifTool', ['exiftool']),
  nginx: program('nginx', ['nginx']),
  promtool: program('promtool', ['promtool']),
  /** The command alone; it reads files without an engine. */
  compose: condition('Docker Compose', () => isDone('docker', ['compose', 'version'])),
  /** Gives a command a terminal of its own. */
  terminal: condition('script of util-linux', () => {
    const { status, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
    return process.platform === 'linux' && status === 0 && stdout.includes('util-linux');
  }),
  /** Linux, and a user that may have process ids of its own. */
  firstProcess: condition('a right to process ids of its own', () =>
    isDone('unshare', ['--pid', '--fork', '--kill-child', 'true']),
  ),
  /** What a process writes to of its own can be bounded. */
  boundedMemory: condition(
    'a system that bounds the memory of a process',
    () => process.platform === 'linux',
  ),
  mountedDisk: condition('a right to mount a disk', () =>
    // In a namespace that ends with the command.
    isDone('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', tmpdir()]),
  ),
  /** A disk that tells no capitals apart. */
  caselessDisk: condition('a right to mount a disk of NTFS with ntfs-3g', () =>
    // In a namespace that ends with the command.
    isDone('unshare', ['-m', 'sh', '-ec', MOUNT_NTFS]),
  ),
  plainUser,
};

/** A Python with these modules, by its path. */
export function pythonWith(...modules: string[]): Engine<string> {
  const imports = ['sys', ...modules].map((name) => `import ${name}`);
  const check = [...imports, 'assert sys.version_info >= (3, 10)'].join('\n');
  return () => {
    const path = process.env['TEST_PYTHON'] ?? 'python3';
    return isDone(path, ['-c', check])
      ? { found: path }
      : { needs: `Python 3.10 with ${modules.join(' and ')} (TEST_PYTHON)` };
  };
}

/** What there is of it; undefined where there is nothing. */
export function found<T>(engine: Engine<T>): T | undefined {
  const there = engine();
  return 'found' in there ? there.found : undefined;
}

/** A suite on an engine. Without it, the suite is one skipped test whose name says what is needed. */
export function describeWith<T>(engine: Engine<T>, name: string, suite: (engine: T) => void): void {
  const there = engine();
  describe(name, () => {
    if ('found' in there) suite(there.found);
    // The closing line of a run counts tests by this name.
    else it.skip(`needs ${there.needs}`, () => undefined);
  });
}

/** A test on an engine; skipped without it, as a suite is. */
export function itWith<T>(
  engine: Engine<T>,
  name: string,
  test: (engine: T) => Promise<void> | void,
  timeoutMs?: number,
): void {
  const there = engine();
  if ('found' in there) it(name, () => test(there.found), timeoutMs);
  else describeWith(engine, name, () => undefined);
}

/** A suite on the embedded Postgres, and on a server. */
export function describeOnDatabases(name: string, suite: (engine: DatabaseEngine) => void): void {
  describe(`${name} on ${EMBEDDED_POSTGRES.name}`, () => suite(EMBEDDED_POSTGRES));
  describeWith(ENGINES.postgres, `${name} on a Postgres server`, suite);
}

function variable<T>(what: string, name: string, engineOf: (value: string) => T): Engine<T> {
  return () => {
    const value = process.env[name] ?? '';
    return value === '' ? { needs: `${what} (${name})` } : { found: engineOf(value) };
  };
}

/** The first of these programs that is on the path, or the one that the variable names. */
function program(what: string, names: readonly string[], variableName?: string): Engine<string> {
  return () => {
    const named = variableName === undefined ? undefined : process.env[variableName];
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
    const path = named ?? paths.find((each) => existsSync(each));
    if (path !== undefined) return { found: path };
    return { needs: variableName === undefined ? what : `${what} (${variableName})` };
  };
}

/** Addresses of the servers that packed images run on. */
export interface ShippedOn {
  postgresUrl: string;
  redisUrl: string;
}

function shippedOn(): ReturnType<Engine<ShippedOn>> {
  const [images = '', postgresUrl = '', redisUrl = ''] = [
    'TEST_IMAGES_DIR',
    'TEST_DATABASE_URL',
    'TEST_REDIS_URL',
  ].map((name) => process.env[name]);
  return [images, postgresUrl, redisUrl].includes('')
    ? { needs: 'packed images and their servers (TEST_IMAGES_DIR, from .ci/as-shipped)' }
    : { found: { postgresUrl, redisUrl } };
}

function condition(what: string, holds: () => boolean): Engine<true> {
  return () => (holds() ? { found: true } : { needs: what });
}

/** For what root may do and others may not: its id where this process is root's, which may then not be. */
function plainUser(): ReturnType<Engine<{ uid?: number }>> {
  if (process.getuid?.() !== 0) return { found: {} };
  const user = { uid: NOBODY, gid: NOBODY, cwd: '/' };
  const read = `require('node:fs').readFileSync(process.argv[1])`;
  const { status } = spawnSync(process.execPath, ['-e', read, import.meta.filename], user);
  return status === 0
    ? { found: { uid: NOBODY } }
    : { needs: 'a checkout that another user than root can read' };
}

function isDone(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

interface TestBucket {
  /** `BLOB_URL` of a folder of the test's own, and the keys for it. */
  env: { BLOB_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
}

/** @param s3Url Where a server takes test files: `s3://bucket/prefix?endpoint=…`, the bucket existing. */
function testBucket(s3Url: string): TestBucket {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined)
    throw new Error('TEST_S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it.');
  const url = new URL(s3Url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${crypto.randomUUID()}`;
  return { env: { BLOB_URL: url.href, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } };
}
