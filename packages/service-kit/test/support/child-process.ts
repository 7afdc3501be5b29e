import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFile } from '@swc/core';

const PACKAGE_DIR = join(import.meta.dirname, '../..');

/** The package's sources as plain JavaScript, for processes of their own; no build is needed. */
export interface ChildPrograms {
  /** Runs a module that may import `./<source file>.js`; each line it prints can be waited for. */
  spawn: SpawnProgram;
  /** The same in a container's manner: with process ids of its own, so that its process id is 1. */
  spawnAsFirstProcess: SpawnProgram;
  remove(): Promise<void>;
}

export type SpawnProgram = (program: string, args?: string[]) => Child;

export interface Child {
  process: ChildProcess;
  /** Waits for the next line that the child prints; fails when it ends first. */
  nextLine(): Promise<string>;
  /** Waits until it ends by itself. */
  ended(): Promise<{ code: number | null; stderr: string }>;
  /** Ends it as a power cut would: nothing of it runs any more. */
  kill(): Promise<void>;
}

export async function createChildPrograms(): Promise<ChildPrograms> {
  const dir = await mkdtemp(join(tmpdir(), 'service-kit-child-'));
  await symlink(join(PACKAGE_DIR, 'node_modules'), join(dir, 'node_modules'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  const sources = await readdir(join(PACKAGE_DIR, 'src'), { recursive: true });
  for (const source of sources.filter((name) => name.endsWith('.ts'))) {
    const { code } = await transformFile(join(PACKAGE_DIR, 'src', source), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    const target = join(dir, source.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code);
  }
  return {
    spawn: (program, args = []) => spawnProgram(dir, process.execPath, [], program, args),
    spawnAsFirstProcess: (program, args = []) =>
      spawnProgram(dir, 'unshare', [...OWN_PROCESS_IDS, process.execPath], program, args),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

const OWN_PROCESS_IDS = ['--pid', '--fork', '--kill-child'];

function spawnProgram(
  dir: string,
  command: string,
  before: readonly string[],
  program: string,
  args: readonly string[],
): Child {
  const child = spawn(command, [...before, '--input-type=module', '-e', program, ...args], {
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return {
    process: child,
    ended: async () => {
      await ended;
      return { code: child.exitCode, stderr };
    },
    nextLine: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error(`the child ended without a further line: ${stderr}`);
      return line.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
