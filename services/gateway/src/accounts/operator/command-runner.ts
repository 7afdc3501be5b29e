import type { Command } from 'commander';
import { printResult, type CommandResult, type Outputs } from './command-result.js';
import { openOperation, type Operation } from './operation.js';
import type { OpenedOperatorStores } from './operator-stores.js';

/** Carries out operations: on the gateway's own stores, or through the operator's port of a running gateway. */
export type Perform = <Input>(operation: Operation<Input>, input: Input) => Promise<CommandResult>;

/** Opens the stores for one operation and closes them after it. */
export function performOnStores(open: () => Promise<Omit<OpenedOperatorStores, 'database'>>): Perform {
  return async (operation, input) => {
    const stores = await open();
    try {
      return await openOperation(operation).perform(stores, input);
    } finally {
      await stores.close();
    }
  };
}

export class CommandRunner {
  readonly #perform: Perform;
  readonly #outputs: Outputs;

  constructor(perform: Perform, outputs: Outputs) {
    this.#perform = perform;
    this.#outputs = outputs;
  }

  /** Prints the result as a table, or as JSON with `--json`. */
  async run<Input>(command: Command, operation: Operation<Input>, input: Input): Promise<void> {
    const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
    printResult(await this.#perform(operation, input), json, this.#outputs);
  }
}
