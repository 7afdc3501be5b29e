import { InvalidArgumentError, type Command } from 'commander';
import { isSource } from '../sources/asset-id.js';
import { wholeNumber } from './command.js';

/** Options of every command that ingests. They may come before or after the subcommand. */
export interface SharedOptions {
  source?: string;
  moved?: boolean;
  limit?: number;
  dryRun?: boolean;
  concurrency?: number;
  report?: string;
  restart?: boolean;
  delivery?: 'host' | 'link';
}

export function addSharedOptions(program: Command): Command {
  return program
    .option('--source <name>', 'source identifier, the part of an asset id before its colon', sourceName)
    .option('--moved', 'the collection of --source is at another place now')
    .option('--limit <n>', 'ingest the first n pictures only', wholeNumber)
    .option('--dry-run', 'compare and count; change nothing')
    .option('--concurrency <n>', 'pictures processed at once (default 4)', wholeNumber)
    .option('--report <file>', 'file for failures, one JSON object per line')
    .option('--restart', 'start at the beginning instead of continuing an interrupted run')
    .option(
      '--delivery <how>',
      'host: serve our own copies; link: redirect downloads to the source',
      delivery,
    );
}

export const sharedOptions = (program: Command): SharedOptions => program.opts<SharedOptions>();

function sourceName(text: string): string {
  if (!isSource(text))
    throw new InvalidArgumentError('Expected lower-case letters, digits, ".", "_" and "-", at most 64.');
  return text;
}

function delivery(text: string): 'host' | 'link' {
  if (text !== 'host' && text !== 'link') throw new InvalidArgumentError('Expected host or link.');
  return text;
}
