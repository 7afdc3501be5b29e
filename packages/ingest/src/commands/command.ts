import type { Command} from 'commander';
import { InvalidArgumentError } from 'commander';
import { closeClients, openClients, type IngestClients } from '../clients.js';
import type { IngestConfig } from '../config.js';

/** What every subcommand works with. */
export interface CommandContext {
  config: IngestConfig;
  /** Fires when the operator asks the command to stop. */
  signal: AbortSignal;
  /** An operator's path, read from where the command was typed. */
  resolvePath: (path: string) => string;
}

/** Adds one subcommand to the program. One file an implementation. */
export type AddCommand = (program: Command, context: () => CommandContext) => void;

export const EXIT_FAILED = 1;
export const EXIT_BAD_CONFIGURATION = 2;

/** Runs work with the clients of the configured services, and closes them behind it. */
export async function withClients<Result>(
  { config }: Pick<CommandContext, 'config'>,
  work: (clients: IngestClients) => Promise<Result>,
): Promise<Result> {
  const clients = openClients(config);
  try {
    return await work(clients);
  } finally {
    closeClients(clients);
  }
}

/** Parses an option that counts something. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}
