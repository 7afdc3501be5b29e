import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { TlsFiles } from '@imagesearch/service-kit/secrets/service-tls';
import type { IngestConfig } from '../config.js';
import { filePathOf, findTypedPath, readablePath, type FilePath } from '../sources/files/byte-path.js';

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
  const logger = createLogger({ service: 'ingest', level: 'warn' });
  const tls = config.tls && (await openTls(config.tls, logger));
  const clients = openClients({ ...config, SERVICE_TOKEN: config.serviceToken }, tls);
  try {
    return await work(clients);
  } finally {
    closeClients(clients);
    tls?.close();
  }
}

/** Only where it is asked for: TLS loads the metrics of servers. */
async function openTls(files: TlsFiles, logger: Logger): Promise<ServiceTls> {
  const { ServiceTls } = await import('@imagesearch/service-kit/grpc/service-tls');
  return ServiceTls.open(files, logger);
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

export async function requireFile(typed: string): Promise<FilePath> {
  return (await requirePath(typed, 'file')).path;
}

/**
 * The file or folder that an operator typed, its links followed.
 * @throws OperatorError when there is none, or more than one that the typed bytes can mean.
 */
export async function requirePath(typed: string, kind: 'file' | 'folder'): Promise<TypedPath> {
  const found = await findTypedPath(typed);
  const stats = found === undefined ? undefined : await stat(found).catch(() => undefined);
  const isThere = kind === 'file' ? stats?.isFile() === true : stats?.isDirectory() === true;
  if (found === undefined || !isThere) throw new OperatorError(`There is no ${kind} ${typed}.`);
  const path = filePathOf(await realpath(found, { encoding: 'buffer' }));
  return { path, name: basename(readablePath(found)) };
}

export interface TypedPath {
  /** Its links are followed. */
  path: FilePath;
  /** As the operator calls it. */
  name: string;
}

/** The operator asked for something impossible. The message says why; no stack trace is printed. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
