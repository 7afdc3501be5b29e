import { basename, extname } from 'node:path';
import { isLicenseCode, LICENSE_CODES } from '@imagesearch/facets/filters';
import { OperatorError } from '@imagesearch/service-kit/process/command';
import { nearestName } from '@imagesearch/service-kit/text/nearest-name';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { Command } from 'commander';
import { sourceOfName } from '../sources/asset-id.js';
import { leavesOutBy } from '../sources/files/left-out.js';
import { openFolder, openManifest } from '../sources/folder.js';
import type { StatedFacts } from '../sources/merged-facts.js';
import {
  addOptions,
  INGESTING,
  requirePath,
  withServices,
  type AddCommand,
  type CommandContext,
} from './command.js';
import { NETWORK_SOURCES } from './network.js';
import { runIngest, type IngestedCollection } from './run-ingest.js';
import type { FolderPart } from './watch-folder.js';

interface FolderArguments extends StatedOptions {
  watch?: boolean;
  allowUnlisted?: boolean;
  exclude?: string[];
  include?: string[];
}

export const addFolder: AddCommand = (program, context) => {
  const command = program
    .command('folder')
    .argument(
      '<folder>',
      'folder of image files, with an optional metadata.jsonl or metadata.csv that describes them',
    )
    .option('--watch', 'keep running and ingest new and changed files, until stopped')
    .option('--exclude <glob>', 'leave out files and folders of this name or path; may be repeated', gathered)
    .option(
      '--include <glob>',
      'look at files and folders of this name although they are hidden or a system folder; may be repeated',
      gathered,
    )
    .option('--allow-unlisted', 'let images out that have no row, although a row may be meant for them')
    .description('images in a folder');
  addStatedOptions(command).action(async (name: string, options: FolderArguments) => {
    if (options.watch === true && context().shared.dryRun === true)
      throw new OperatorError(
        '--watch ingests what changes, and --dry-run changes nothing: use one of them.',
      );
    const { path, name: called } = await requirePath(context().resolvePath(name), 'folder');
    const derived = sourceOfName(called, 'folder');
    const stated = await statedFacts(options, context());
    const run = (part?: FolderPart): Promise<void> => {
      const { exclude, include, allowUnlisted: allowsUnlisted = false } = options;
      const choice = { exclude, include, allowsUnlisted, ...(part && { only: part.has }) };
      const open: IngestedCollection['open'] = (source, said) =>
        openFolder(path, source, { ...choice, stated: said });
      const collection = { kind: 'folder', path, derived, reserved: NETWORK_SOURCES, stated, open };
      // A folder that is watched may be empty at first.
      const named = { ...collection, ...(options.watch !== true && { name: `The folder ${path}` }) };
      return runIngest(named, context(), { prune: options.prune, part });
    };
    if (options.watch === true) {
      const { watchFolder } = await import('./watch-folder.js');
      const watched = { folder: path, leavesOut: leavesOutBy(options) };
      await watchFolder(watched, run, context().signal);
    } else await run();
  });
};

const gathered = (value: string, before: string[] = []): string[] => [...before, value];

export const addManifest: AddCommand = (program, context) => {
  const command = program
    .command('manifest')
    .argument('<file>', 'one image per row: .csv, or JSON lines with any other ending')
    .description('images that a file lists');
  addStatedOptions(command).action(async (name: string, options: StatedOptions) => {
    const { path, name: called } = await requirePath(context().resolvePath(name), 'file');
    const derived = sourceOfName(basename(called, extname(called)), 'manifest');
    const stated = await statedFacts(options, context());
    const open: IngestedCollection['open'] = (source, said) => openManifest(path, source, said);
    const collection = { kind: 'manifest', path, derived, reserved: NETWORK_SOURCES, stated, open };
    await runIngest({ ...collection, name: `The manifest ${path}` }, context(), { prune: options.prune });
  });
};

/** Options of the collections that lie on this machine. */
interface StatedOptions {
  license?: string;
  licenseOverride?: boolean;
  creator?: string;
  prune?: boolean;
}

function addStatedOptions(command: Command): Command {
  return addOptions(command, ...INGESTING, 'moved')
    .option(
      '--license <licence>',
      'licence of every image for which neither a row nor the file says another one, e.g. cc-by-4.0; later runs keep it',
    )
    .option('--license-override', 'lets --license replace what files say of themselves')
    .option(
      '--creator <name>',
      'creator of every image for which no row names another one; later runs keep it',
    )
    .option('--prune', 'delete the images of the source whose files are gone');
}

/** @throws OperatorError when the licence cannot be read: every image would get it, and nobody might use one. */
async function statedFacts(
  { license, licenseOverride = false, creator }: StatedOptions,
  context: CommandContext,
): Promise<StatedFacts> {
  if (licenseOverride && license === undefined)
    throw new OperatorError('--license-override lets --license replace what files say: add --license.');
  if (license && !isLicenseCode(license)) await requireReadable(license, context);
  return {
    ...(license !== undefined && { license, overridesLicense: licenseOverride }),
    ...(creator !== undefined && { creator }),
  };
}

async function requireReadable(licenseVerbatim: string, context: CommandContext): Promise<void> {
  const metadata = { assetId: 'any:1', licenseVerbatim, delivery: 'host' };
  const { rights } = await withServices(context, (services) => services.rights.resolveLicense({ metadata }));
  if (rights?.license !== 'unknown') return;
  const near = nearestName(licenseVerbatim, LICENSE_CODES);
  throw new OperatorError(
    `The licence "${printableText(licenseVerbatim)}" cannot be read.${near === undefined ? '' : ` Did you mean ${near}?`} ` +
      'Give a code such as cc-by-4.0, its name or its address (services/rights/README.md lists them); ' +
      'without --license, the licence is unknown.',
  );
}
