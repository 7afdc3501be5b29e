import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { fillWithDemo, startStackSide, type Side } from './sides.js';

const run = promisify(execFile);

/** The folders of all commits that were compared; kept, because building and filling one takes minutes. */
const KEPT_DIR = join(tmpdir(), 'imagesearch-before-after');
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** A commit's build that serves. */
export interface CommitSide extends Side {
  /** The folder of the build. */
  tree: string;
}

/** A commit that serves over a copy of data that it ingested itself. Built and filled unless an earlier run did. */
export async function startCommitSide(revision: string, limit: string | undefined): Promise<CommitSide> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${revision}^{commit}`]);
  const commit = stdout.trim();
  const dir = join(KEPT_DIR, commit);
  const [tree, filled] = [join(dir, 'tree'), join(dir, limit === undefined ? 'data' : `data-${limit}`)];
  await once(join(dir, 'built'), () => build(commit, tree));
  await once(`${filled}.filled`, () => fillWithDemo(tree, filled, limit));
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-side-'));
  await cp(filled, dataDir, { recursive: true, filter: (path) => !path.includes(FOLDER_LOCK_NAME) });
  const side = await startStackSide(commit.slice(0, 7), tree, dataDir);
  return {
    ...side,
    tree,
    close: async () => {
      await side.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
