import { wholeNumber, type AddCommand } from './command.js';
import { networkOptions } from './network.js';
import { runNetworkIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

export const addMet: AddCommand = (program, context) => {
  program
    .command('met')
    .argument('[query]', 'words to search for; the whole open collection by default')
    .option('--department <id>', 'only this department of the museum', wholeNumber)
    .description('public domain works of the Metropolitan Museum of Art')
    .action(async (query: string | undefined, { department }: { department?: number }) => {
      const options = networkOptions(context(), context().config.MET_URL, sharedOptions(program));
      const { openMet } = await import('../sources/met.js');
      const source = openMet({ ...options, query, departmentId: department });
      await runNetworkIngest(source, ['met', query ?? '', String(department ?? '')], program, context());
    });
};
