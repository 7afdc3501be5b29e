import { join } from 'node:path';
import { forkSide, type ForkedSide } from './side.js';

export interface StackOptions {
  name: string;
  /** The folder of a build. */
  tree: string;
  /** Filled already. */
  dataDir: string;
  env?: NodeJS.ProcessEnv;
  /** After it ended. */
  cleanUp?: () => Promise<void>;
}

/** All services of a build in one process of its own. */
export function startStackSide({ name, tree, dataDir, ...options }: StackOptions): Promise<ForkedSide> {
  return forkSide(name, {
    command: [join(import.meta.dirname, 'serve-stack.js'), tree, dataDir],
    cwd: tree,
    ...options,
  });
}
