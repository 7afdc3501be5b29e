import type { SourceOrigin } from '@imagesearch/contracts/messages';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { Command } from 'commander';
import { ownSource } from '../pipeline/own-source.js';
import { OperatorError, withClients, type CommandContext } from './command.js';
import { sharedOptions } from './shared-options.js';

/** The names that network sources ingest under by themselves. */
const NETWORK_SOURCES = ['openmoji', 'openverse', 'wikimedia', 'met', 'flickr'];

export interface Collection {
  kind: string;
  /** Empty for a source on the network, which is the same on every machine. */
  path: string;
  /** The source that it would have by its own name. */
  derived: string;
}

/** The source that a collection is ingested under. @throws OperatorError when another collection has the name. */
export async function sourceOf(
  { kind, path, derived }: Collection,
  program: Command,
  context: CommandContext,
): Promise<string> {
  const { source: named, moved = false, dryRun = false } = sharedOptions(program);
  if (moved && named === undefined)
    throw new OperatorError('--moved says that the collection of a source has moved: name it with --source.');
  const origin = { kind, machine: path === '' ? '' : context.config.INGEST_MACHINE, path };
  const reserved = path === '' ? [] : NETWORK_SOURCES;
  const owned = await withClients(context, (clients) =>
    ownSource({ origin, named, derived, moved, reserved, dryRun }, clients, context.signal),
  );
  if ('source' in owned) return owned.source;
  throw new OperatorError(refusal(owned, origin));
}

function refusal(
  { taken, by, free }: { taken: string; by: SourceOrigin | undefined; free: string },
  origin: SourceOrigin,
): string {
  const other = `Give this collection a source of its own: --source ${free}.`;
  if (by === undefined) return `The source "${taken}" belongs to a collection on the network. ${other}`;
  if (by.path === origin.path && by.kind === origin.kind)
    return (
      `The source "${taken}" holds ${describe(by)}, and this machine is ${printableText(origin.machine)}. ` +
      `If it is the same ${by.kind}: --source ${taken}. If not: ${other.slice(0, 1).toLowerCase()}${other.slice(1)}`
    );
  return (
    `The source "${taken}" holds ${describe(by)}, which is another collection than ${printableText(origin.path) || origin.kind}. ` +
    `${other} If it is the same collection at a new place: --source ${taken} --moved.`
  );
}

/** `the folder /home/ada/holiday on the machine ada-laptop` */
export function describe({ kind, machine, path }: SourceOrigin): string {
  if (path === '') return `images of ${printableText(kind)}`;
  return `the ${printableText(kind)} ${printableText(path)} on the machine ${printableText(machine)}`;
}
