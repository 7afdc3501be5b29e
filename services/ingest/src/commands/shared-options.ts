import { InvalidArgumentError, type Command } from 'commander';
import { isSource } from '../sources/asset-id.js';
import { wholeNumber } from './command.js';

/** Options of every command that takes images in. They stand before or after the subcommand. */
export interface SharedOptions {
  source?: string;
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
    .option('--limit <n>', 'take in the first n pictures only', wholeNumber)
    .option('--dry-run', 'compare and count, and change nothing')
    .option('--concurrency <n>', 'pictures in flight at once (4)', wholeNumber)
    .option('--report <file>', 'where failures are written, one JSON object a line')
    .option('--restart', 'begin at the beginning, not where an interrupted run stopped')
    .option(
      '--delivery <how>',
      'host: serve copies of our own; link: send downloads to the source',
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
