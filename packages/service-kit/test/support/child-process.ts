import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DIST = join(import.meta.dirname, '../../dist');

export interface Child {
  process: ChildProcess;
  /** Waits for the next line that the child prints; fails when it ends first. */
  nextLine(): Promise<string>;
  /** Waits until it ends by itself. */
  ended(): Promise<{ code: number | null; stderr: string }>;
  /** Ends it as a power cut would: nothing of it runs any more. */
  kill(): Promise<void>;
}

/** Runs a module that may import `./<source file>.js` of the build; each line it prints can be waited for. */
export function spawnChild(program: string, args: readonly string[] = []): Child {
  return spawnProgram(process.execPath, [], program, args);
}

const OWN_PROCESS_IDS = ['--pid', '--fork', '--kill-child'];

/** The same in a container's manner: with process ids of its own, so that its process id is 1. */
export function spawnAsFirstProcess(program: string, args: readonly string[] = []): Child {
  return spawnProgram('unshare', [...OWN_PROCESS_IDS, process.execPath], program, args);
}

function spawnProgram(
  command: string,
  before: readonly string[],
  program: string,
  args: readonly string[],
): Child {
  const child = spawn(command, [...before, '--input-type=module', '-e', program, ...args], {
    cwd: DIST,
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
