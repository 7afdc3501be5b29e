import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../files/atomic-file.js';

const schema = z.object({
  pid: z.number().int().positive(),
  data_dir: z.string(),
  base_url: z.string(),
  EMBEDDING_ADDRESS: z.string(),
  RETRIEVAL_ADDRESS: z.string(),
  RERANKER_ADDRESS: z.string(),
  RIGHTS_ADDRESS: z.string(),
});

/** Where a running local stack is reached. It holds no secret: each token has a private file in `data_dir`. */
export type RunningStack = z.output<typeof schema>;

/** The file of the stack that was last started in this checkout, whatever its data folder. */
const CHECKOUT_FILE = join(import.meta.dirname, '../../../../.running-stack.json');

/** @returns the files in which a command looks for the stack, the first one first. */
function stackFiles(dataDir: string | undefined): readonly string[] {
  if (dataDir !== undefined && dataDir !== '') return [stackFileIn(dataDir)];
  return [stackFileIn('.data'), CHECKOUT_FILE];
}

function stackFileIn(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** Says where this process serves, for the commands beside it. @returns removes the files again. */
export async function announceStack(stack: RunningStack): Promise<() => void> {
  const paths = [stackFileIn(stack.data_dir), CHECKOUT_FILE];
  const text = `${JSON.stringify(stack, null, 2)}\n`;
  const remove = (): void => {
    for (const path of paths) if (readStack(path)?.pid === stack.pid) rmSync(path, { force: true });
  };
  process.once('exit', remove);
  await writeFileAtomic(stackFileIn(stack.data_dir), text);
  // A checkout that this user may not write has commands beside it name the DATA_DIR.
  await writeFileAtomic(CHECKOUT_FILE, text).catch(() => undefined);
  return remove;
}

export type StackSearch = { stack: RunningStack } | { stack: undefined; looked: readonly string[] };

/** Finds the running stack of a data folder, or of this checkout; else says where it looked and what was there. */
export function findStack(dataDir: string | undefined): StackSearch {
  const looked: string[] = [];
  for (const path of stackFiles(dataDir)) {
    const stack = readStack(path);
    if (stack !== undefined && isAlive(stack.pid)) return { stack };
    looked.push(
      stack === undefined ? `${path} (no such file)` : `${path} (its process ${stack.pid} has ended)`,
    );
  }
  return { stack: undefined, looked };
}

/** An unreadable file is that of another version, so its stack cannot be used. */
function readStack(path: string): RunningStack | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a process of that id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
