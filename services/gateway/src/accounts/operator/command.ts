import type { Command } from 'commander';
import { printAnswer, type CommandAnswer, type Outputs } from './answer.js';
import type { Operator } from './operator.js';

/** Where commands are carried out: the stores are opened for one command and closed after it. */
export class Desk {
  readonly #open: () => Promise<Operator>;
  readonly #outputs: Outputs;

  constructor(open: () => Promise<Operator>, outputs: Outputs) {
    this.#open = open;
    this.#outputs = outputs;
  }

  /** Carries one command out and prints its answer, as JSON where `--json` was given. */
  async serve(command: Command, work: (operator: Operator) => Promise<CommandAnswer>): Promise<void> {
    const operator = await this.#open();
    try {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      printAnswer(await work(operator), json, this.#outputs);
    } finally {
      await operator.close();
    }
  }
}
