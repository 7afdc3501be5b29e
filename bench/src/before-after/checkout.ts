import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rm, writeFile, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';
import { fillWithDemo } from '../sides/stores.js';
import { type Side, startStackSide } from '../sides/side.js';

const run = promisify(execFile);

/** The folders of all commits that were compared; kept, because building and filling one takes minutes. */
const KEPT_DIR = join(tmpdir(), 'imagesearch-before-after');
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** One commit, built in a folder of its own. */
export interface BuiltCheckout {
  commit: string;
  tree: string;
  /** Its models, built by the first ingestion that needs them. */
  modelDir: string;
}

/** Filled as well. */
interface Checkout extends Omit<BuiltCheckout, 'modelDir'> {
  dataDir: string;
}

/** Builds a commit and fills its own data folder with its own ingestion, unless an earlier run did. */
export async function prepareCheckout(revision: string, limit: string | undefined): Promise<Checkout> {
  const { commit, dir, tree } = await builtCheckout(revision);
  const dataDir = join(dir, limit === undefined ? 'data' : `data-${limit}`);
  await once(`${dataDir}.filled`, () => fillWithDemo({ tree, dataDir, limit }));
  return { commit, tree, dataDir };
}

/** Builds a commit in a folder of its own, unless an earlier run did. */
export async function builtCheckout(revision: string): Promise<BuiltCheckout & { dir: string }> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${revision}^{commit}`]);
  const commit = stdout.trim();
  const dir = join(KEPT_DIR, commit);
  const tree = join(dir, 'tree');
  await once(join(dir, 'built'), () => build(commit, tree));
  return { commit, dir, tree, modelDir: join(dir, 'models') };
}

async function build(commit: string, tree: string): Promise<void> {
  printOut(`Building ${commit.slice(0, 7)} in ${tree}`);
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "$1"`, 'sh', tree], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const { packageManager } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const options = { cwd: tree, maxBuffer: OUTPUT_BYTES_MAX };
  await run('npx', ['-y', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'], options);
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], options);
}

/** Work that a file says is done; an interrupted one is done again. */
async function once(doneFile: string, work: () => Promise<void>): Promise<void> {
  const isDone = await access(doneFile).then(
    () => true,
    () => false,
  );
  if (isDone) return;
  await work();
  await writeFile(doneFile, '');
}

/** A commit that serves over a copy of its data. */
export async function startCommitSide({ commit, tree, dataDir }: Checkout): Promise<Side> {
  const copy = await copyOfData(dataDir);
  return startStackSide({ name: commit.slice(0, 7), tree, dataDir: copy.dir, cleanUp: copy.remove });
}

/** A copy that one process may open and change. */
async function copyOfData(dataDir: string): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-side-'));
  await cp(dataDir, dir, {
    recursive: true,
    filter: (path) => !path.includes(FOLDER_LOCK_NAME),
  });
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
