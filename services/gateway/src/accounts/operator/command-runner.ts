import type { Command } from 'commander';
import { printResult, type CommandResult, type Outputs } from './command-result.js';
import type { OperatorStores } from './operator-stores.js';

export class CommandRunner {
  readonly #open: () => Promise<OperatorStores>;
  readonly #outputs: Outputs;

  constructor(open: () => Promise<OperatorStores>, outputs: Outputs) {
    this.#open = open;
    this.#outputs = outputs;
  }

  /** Prints the result as a table, or as JSON with `--json`. */
  async run(command: Command, work: (stores: OperatorStores) => Promise<CommandResult>): Promise<void> {
    const stores = await this.#open();
    try {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      printResult(await work(stores), json, this.#outputs);
    } finally {
      await stores.close();
    }
  }
}
