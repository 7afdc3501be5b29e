import { OperatorError, type AddCommand } from './command.js';
import { networkOptions } from './network.js';
import { runNetworkIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

export const addWikimedia: AddCommand = (program, context) => {
  program
    .command('wikimedia')
    .argument('<query>', '"Category:Featured pictures …", or words to search for')
    .description('pictures on Wikimedia Commons')
    .action(async (query: string) => {
      const { config } = context();
      if (config.INGEST_CONTACT === undefined) {
        throw new OperatorError(
          'Wikimedia requires every program to name its operator: set INGEST_CONTACT to an e-mail address or a web page.',
        );
      }
      const options = networkOptions(context(), config.WIKIMEDIA_URL, sharedOptions(program));
      const { openWikimedia } = await import('../sources/wikimedia.js');
      await runNetworkIngest(openWikimedia({ ...options, query }), ['wikimedia', query], program, context());
    });
};
