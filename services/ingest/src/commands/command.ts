import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename } from 'node:path';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { OperatorError, wholeNumber, type CommandRun } from '@imagesearch/service-kit/process/command';
import type { TlsFiles } from '@imagesearch/service-kit/secrets/service-tls';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { IngestConfig } from '../config.js';
import { servicesOf, type Services } from '../pipeline/service-calls.js';
import { isSource } from '../sources/asset-id.js';

export interface CommandContext extends CommandRun {
  config: IngestConfig;
  /** Those of them that the command has, and that the operator gave. */
  shared: SharedOptions;
}

export type AddCommand = (program: Command, context: () => CommandContext) => void;

/** Runs work with the configured services, and closes their clients afterwards. */
export async function withServices<Result>(
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const logger = createLogger({ service: 'ingest', level: 'warn' });
  const tls = config.tls && (await openTls(config.tls, logger));
  const clients = openClients({ ...config, SERVICE_TOKEN: config.serviceToken }, tls);
  try {
    return await work(servicesOf(clients, signal));
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

/**
 * The file or folder that an operator typed, its links followed, and its name as the operator calls it.
 * @throws OperatorError when there is none.
 */
export async function requirePath(
  typed: string,
  kind: 'file' | 'folder',
): Promise<{ path: string; name: string }> {
  const stats = await stat(typed).catch(() => undefined);
  const isThere = kind === 'file' ? stats?.isFile() === true : stats?.isDirectory() === true;
  if (!isThere) throw new OperatorError(`There is no ${kind} ${typed}.`);
  return { path: await realpath(typed), name: basename(typed) };
}

/** Options that several commands have. A command has only those that it honours; it refuses the others. */
export interface SharedOptions {
  source?: string;
  moved?: boolean;
  limit?: number;
  dryRun?: boolean;
  concurrency?: number;
  report?: string;
  restart?: boolean;
  delivery?: 'host' | 'link';
  stripLocation?: boolean;
}

const OPTIONS = {
  source: [
    new Option('--source <name>', 'source identifier, the part of an asset id before its colon').argParser(
      sourceName,
    ),
  ],
  moved: [new Option('--moved', 'the collection of --source has moved to this place')],
  limit: [new Option('--limit <n>', 'ingest the first n images only').argParser(wholeNumber)],
  dryRun: [new Option('--dry-run', 'say what would be done; change nothing')],
  concurrency: [
    new Option('--concurrency <n>', 'images processed at once (default 4)').argParser(wholeNumber),
  ],
  report: [new Option('--report <file>', 'file for failures, one JSON object per line')],
  restart: [new Option('--restart', 'start at the beginning instead of continuing an interrupted run')],
  stripLocation: [
    new Option(
      '--strip-location',
      'remove the place where an image was taken from its file; also in later runs',
    ),
    new Option('--no-strip-location', 'keep it'),
  ],
  delivery: [
    new Option(
      '--delivery <how>',
      'host: serve our own copies; link: redirect downloads to the source',
    ).choices(['host', 'link']),
  ],
} satisfies Record<keyof SharedOptions, Option[]>;

/** Of every command that ingests a collection. */
export const INGESTING = [
  'source',
  'limit',
  'dryRun',
  'concurrency',
  'report',
  'restart',
  'stripLocation',
] as const;

/** Gives a command the options that it honours. */
export function addOptions(command: Command, ...names: readonly (keyof SharedOptions)[]): Command {
  for (const name of names) for (const option of OPTIONS[name]) command.addOption(option);
  return command;
}

function sourceName(text: string): string {
  if (!isSource(text))
    throw new InvalidArgumentError('Expected lower-case letters, digits, ".", "_" and "-", at most 64.');
  return text;
}

/** A service of this machine accepts a connection at once. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Checks that the services listen, unless the environment names all their addresses: those may be restarting.
 * @throws OperatorError within 3 s, which says where the command looked.
 */
export async function requireStack(config: IngestConfig): Promise<void> {
  const { looked } = config;
  const assumed = config.assumed.map((name) => config[name]);
  const listening = await Promise.all(assumed.map(isListening));
  const silent = assumed.filter((_, at) => listening[at] !== true);
  if (silent.length === 0) return;
  throw new OperatorError(
    [
      'No stack is running. Start one in another terminal with npm start, or with npm run demo.',
      'Looked in:',
      ...looked.map((place) => `  ${place}`),
      ...silent.map((address) => `  ${address} (nothing listens)`),
    ].join('\n'),
  );
}

async function isListening(address: string): Promise<boolean> {
  const { host, port } = /^(?<host>.+):(?<port>\d+)$/.exec(address)?.groups ?? {};
  const socket = connect({ host: (host ?? '').replace(/^\[|\]$/g, ''), port: Number(port) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
