import { OperatorError, type AddCommand } from './command.js';
import { networkOptions } from './network.js';
import { runNetworkIngest } from './run-ingest.js';
import { sharedOptions } from './shared-options.js';

interface FlickrArguments {
  user?: string;
  licenses?: string;
}

export const addFlickr: AddCommand = (program, context) => {
  program
    .command('flickr')
    .argument('[query]', 'words to search for')
    .option('--user <id>', 'only photos of this person, e.g. 66956608@N06')
    .option('--licenses <ids>', "only these of Flickr's licence numbers, e.g. 4,5,9,10")
    .description('openly licensed photos on Flickr; needs FLICKR_API_KEY')
    .action(async (query: string | undefined, { user, licenses }: FlickrArguments) => {
      const { config } = context();
      if (config.FLICKR_API_KEY === undefined)
        throw new OperatorError('Flickr requires an API key: set FLICKR_API_KEY.');
      if (query === undefined && user === undefined)
        throw new OperatorError('Say what to ingest: words to search for, or --user.');
      const { openFlickr } = await import('../sources/flickr.js');
      const source = openFlickr({
        ...networkOptions(context(), config.FLICKR_URL, sharedOptions(program)),
        apiKey: config.FLICKR_API_KEY,
        query,
        user,
        licenses,
      });
      await runNetworkIngest(source, ['flickr', query ?? '', user ?? '', licenses ?? ''], program, context());
    });
};
