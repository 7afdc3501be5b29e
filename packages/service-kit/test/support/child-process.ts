import { join } from 'node:path';
import { Program } from '@imagesearch/testkit/processes/program';

const DIST = join(import.meta.dirname, '../../dist');

/** Runs a module that may import `./<source file>.js` of the build. */
export function spawnChild(program: string, args: readonly string[] = []): Program {
  return new Program(process.execPath, ['--input-type=module', '-e', program, ...args], { cwd: DIST });
}

/** The same in a container's manner: with process ids of its own, so that its process id is 1. */
export function spawnAsFirstProcess(program: string, args: readonly string[] = []): Program {
  const own = ['--pid', '--fork', '--kill-child', process.execPath];
  return new Program('unshare', [...own, '--input-type=module', '-e', program, ...args], { cwd: DIST });
}
