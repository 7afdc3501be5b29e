import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
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
  const clients = openClients({ ...config, SERVICE_TOKEN: config.serviceToken });
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

/** The path, when a file is there. @throws OperatorError */
export async function requireFile(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) throw new OperatorError(`There is no file ${path}.`);
  return path;
}

/** The path, when a folder is there. @throws OperatorError */
export async function requireFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() !== true) throw new OperatorError(`There is no folder ${path}.`);
  return path;
}

/** What the operator asked for cannot be done; the message says why, and no stack is needed. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
