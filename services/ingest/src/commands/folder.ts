import { basename } from 'node:path';
import { sourceOfName } from '../sources/asset-id.js';
import { openFolder } from '../sources/folder.js';
import { requireFolder, type AddCommand } from './command.js';
import { runIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

export const addFolder: AddCommand = (program, context) => {
  program
    .command('folder')
    .argument(
      '<folder>',
      'folder of JPEG, PNG and WebP files, with an optional metadata.jsonl or metadata.csv',
    )
    .description('pictures in a folder')
    .action(async (name: string) => {
      const folder = await requireFolder(context().resolvePath(name));
      const source = sharedOptions(program).source ?? sourceOfName(basename(folder)) ?? 'folder';
      await runIngest(await openFolder(folder, source), ['folder', folder], program, context());
    });
};
