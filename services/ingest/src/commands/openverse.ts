import type { AddCommand } from './command.js';
import { networkOptions } from './network.js';
import { runNetworkIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

export const addOpenverse: AddCommand = (program, context) => {
  program
    .command('openverse')
    .argument('<query>', 'words to search for')
    .option('--licenses <codes>', 'only these, as Openverse names them, e.g. cc0,by')
    .description('openly licensed pictures that openverse.org finds')
    .action(async (query: string, { licenses }: { licenses?: string }) => {
      const { config } = context();
      const { openOpenverse } = await import('../sources/openverse.js');
      const source = openOpenverse({
        ...networkOptions(context(), config.OPENVERSE_URL, sharedOptions(program)),
        query,
        licenses,
        token: config.OPENVERSE_TOKEN,
      });
      await runNetworkIngest(source, ['openverse', query, licenses ?? ''], program, context());
    });
};
