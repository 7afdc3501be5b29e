import { basename, extname } from 'node:path';
import { sourceOfName } from '../sources/asset-id.js';
import { openManifest } from '../sources/manifest.js';
import { requireFile, type AddCommand } from './command.js';
import { runIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

export const addManifest: AddCommand = (program, context) => {
  program
    .command('manifest')
    .argument('<file>', 'one picture per row: .csv, or JSON lines with any other ending')
    .description('pictures that a file lists')
    .action(async (name: string) => {
      const file = await requireFile(context().resolvePath(name));
      const source =
        sharedOptions(program).source ?? sourceOfName(basename(file, extname(file))) ?? 'manifest';
      await runIngest(await openManifest(file, source), ['manifest', file], program, context());
    });
};
