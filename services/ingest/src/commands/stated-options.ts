import type { Command } from 'commander';
import type { StatedFacts } from '../sources/merged-facts.js';

/** Options of the collections that lie on this machine. */
export interface StatedOptions {
  license?: string;
  creator?: string;
  prune?: boolean;
}

export function addStatedOptions(command: Command): Command {
  return command
    .option('--license <licence>', 'licence of every image for which no row says another one, e.g. cc-by-4.0')
    .option('--creator <name>', 'creator of every image for which no row names another one')
    .option('--prune', 'delete the images of the source whose files are gone');
}

export function statedFacts({ license, creator }: StatedOptions): StatedFacts {
  return { ...(license !== undefined && { license }), ...(creator !== undefined && { creator }) };
}
