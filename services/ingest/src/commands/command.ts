import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { IngestConfig } from '../config.js';

export interface CommandContext {
  config: IngestConfig;
  /** Fires when the operator asks the command to stop. */
  signal: AbortSignal;
  /** Resolves a path against the folder where the operator typed the command. */
  resolvePath: (path: string) => string;
}

export type AddCommand = (program: Command, context: () => CommandContext) => void;

export const EXIT_FAILED = 1;
export const EXIT_BAD_CONFIGURATION = 2;

/** Runs work with clients of the configured services, and closes them afterwards. */
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

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

export async function requireFile(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) throw new OperatorError(`There is no file ${path}.`);
  return path;
}

export async function requireFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() !== true) throw new OperatorError(`There is no folder ${path}.`);
  return path;
}

/** The operator asked for something impossible. The message says why; no stack trace is printed. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
