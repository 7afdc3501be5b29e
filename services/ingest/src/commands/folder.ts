import { openFolder } from '../sources/folder.js';
import { exactPath, readablePath } from '../sources/files/byte-path.js';
import type { StatedFacts } from '../sources/merged-facts.js';
import { sourceOfName } from '../sources/source-name.js';
import { OperatorError, requirePath, type AddCommand } from './command.js';
import { addStatedOptions, statedFacts, type StatedOptions } from './stated-options.js';
import { sourceOf } from './own-source.js';
import { runIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';
import type { FolderPart } from './watch-folder.js';

interface FolderArguments extends StatedOptions {
  watch?: boolean;
}

export const addFolder: AddCommand = (program, context) => {
  const command = program
    .command('folder')
    .argument('<folder>', 'folder of image files, with an optional metadata.jsonl or metadata.csv')
    .option('--watch', 'goes on: ingests what is added to the folder or changes in it, until it is stopped')
    .description('pictures in a folder');
  addStatedOptions(command).action(async (name: string, options: FolderArguments) => {
    if (options.watch === true && sharedOptions(program).dryRun === true)
      throw new OperatorError(
        '--watch ingests what changes, and --dry-run changes nothing: use one of them.',
      );
    const { path: folder, name: called } = await requirePath(context().resolvePath(name), 'folder');
    const path = exactPath(folder);
    const derived = sourceOfName(called, 'folder');
    const source = await sourceOf({ kind: 'folder', path, derived }, program, context());
    const stated: StatedFacts = statedFacts(options);
    const run = async (part?: FolderPart): Promise<void> => {
      const opened = await openFolder(folder, source, { stated, ...(part && { only: part.has }) });
      await runIngest(opened, ['folder', path], program, context(), {
        prune: options.prune,
        isPart: part !== undefined,
        looksForGone: part?.hasLost ?? true,
        // A folder that is watched may be empty at first.
        ...(options.watch !== true && { name: `The folder ${readablePath(folder)}` }),
      });
    };
    if (options.watch === true) {
      const { watchFolder } = await import('./watch-folder.js');
      await watchFolder(folder, run, context().signal);
    } else await run();
  });
};
