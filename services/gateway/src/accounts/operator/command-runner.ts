import type { Command } from 'commander';
import { printResult, type CommandResult, type Outputs } from './command-result.js';
import type { OperatorStores } from './operator-stores.js';

/** Where commands are carried out: the stores are opened for one command and closed after it. */
export class CommandRunner {
  readonly #open: () => Promise<OperatorStores>;
  readonly #outputs: Outputs;

  constructor(open: () => Promise<OperatorStores>, outputs: Outputs) {
    this.#open = open;
    this.#outputs = outputs;
  }

  /** Carries one command out and prints its answer, as JSON where `--json` was given. */
  async serve(command: Command, work: (operator: OperatorStores) => Promise<CommandResult>): Promise<void> {
    const operator = await this.#open();
    try {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      printResult(await work(operator), json, this.#outputs);
    } finally {
      await operator.close();
    }
  }
}
