import { basename, extname } from 'node:path';
import { exactPath, readablePath } from '../sources/files/byte-path.js';
import { openManifest } from '../sources/manifest.js';
import { sourceOfName } from '../sources/source-name.js';
import { requirePath, type AddCommand } from './command.js';
import { addStatedOptions, statedFacts, type StatedOptions } from './stated-options.js';
import { sourceOf } from './own-source.js';
import { runIngest } from './run-ingest.js';

export const addManifest: AddCommand = (program, context) => {
  const command = program
    .command('manifest')
    .argument('<file>', 'one picture per row: .csv, or JSON lines with any other ending')
    .description('pictures that a file lists');
  addStatedOptions(command).action(async (name: string, options: StatedOptions) => {
    const { path: file, name: called } = await requirePath(context().resolvePath(name), 'file');
    const path = exactPath(file);
    const derived = sourceOfName(basename(called, extname(called)), 'manifest');
    const source = await sourceOf({ kind: 'manifest', path, derived }, program, context());
    const opened = await openManifest(file, source, statedFacts(options));
    const runOptions = { prune: options.prune, name: `The manifest ${readablePath(file)}` };
    await runIngest(opened, ['manifest', path], program, context(), runOptions);
  });
};
