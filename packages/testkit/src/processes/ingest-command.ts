import { productProgram } from './product-program.js';
import { Program } from './program.js';

/** The operator's command in a process of its own. */
export class IngestCommand extends Program {
  /** @param nodeArgs Of the process that runs the command. @param user As whom it runs. */
  constructor(
    args: readonly string[],
    env: Record<string, string>,
    nodeArgs: readonly string[] = [],
    user: { uid?: number } = {},
  ) {
    // No queue but the one that a test names: the environment of the whole run may have a Redis of its own.
    const own = { REDIS_URL: '', INIT_CWD: '', ...env };
    const program = productProgram('ingest', 'services/ingest/dist/main.js');
    super(process.execPath, [...nodeArgs, ...program.args, ...args], {
      cwd: program.cwd,
      env: { ...program.env, ...own },
      ...user,
    });
  }
}
