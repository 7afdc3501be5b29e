import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFile } from '@swc/core';

const PACKAGE_DIR = join(import.meta.dirname, '../..');

/** The package's sources as plain JavaScript, for processes of their own; no build is needed. */
export interface ChildPrograms {
  /** Runs a module that may import `./<source file>.js`; each line it prints can be waited for. */
  spawn(program: string, args?: string[]): Child;
  remove(): Promise<void>;
}

export interface Child {
  process: ChildProcess;
  /** Waits for the next line that the child prints; fails when it ends first. */
  nextLine(): Promise<string>;
  /** Ends it as a power cut would: nothing of it runs any more. */
  kill(): Promise<void>;
}

export async function createChildPrograms(): Promise<ChildPrograms> {
  const dir = await mkdtemp(join(tmpdir(), 'service-kit-child-'));
  await symlink(join(PACKAGE_DIR, 'node_modules'), join(dir, 'node_modules'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  const sources = await readdir(join(PACKAGE_DIR, 'src'));
  for (const source of sources) {
    const { code } = await transformFile(join(PACKAGE_DIR, 'src', source), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    await writeFile(join(dir, `${basename(source, '.ts')}.js`), code);
  }
  return {
    spawn: (program, args = []) => spawnProgram(dir, program, args),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

function spawnProgram(dir: string, program: string, args: string[]): Child {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    process: child,
    nextLine: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error('the child ended without a further line');
      return line.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
