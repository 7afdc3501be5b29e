import type { Command } from 'commander';
import type { NetworkOptions } from '../sources/network.js';
import { openOpenMoji } from '../sources/openmoji.js';
import { openPhotographs } from '../sources/photographs.js';
import type { Source } from '../sources/source.js';
import {
  type AddCommand,
  sharedOptions,
  OperatorError,
  wholeNumber,
  type CommandContext,
} from './command.js';
import { sourceOf } from './own-source.js';
import { runIngest } from './run-ingest.js';

/** Collections in packages and on the network. */
export const addPublicCollections: AddCommand = (program, context) => {
  for (const add of [addDemonstration, addOpenverse, addWikimedia, addMet, addArtic, addFlickr])
    add(program, context);
};

const addDemonstration: AddCommand = (program, context) => {
  program
    .command('openmoji')
    .description('the OpenMoji collection (CC BY-SA 4.0), used by the demo')
    .action(() => runNetworkIngest(openOpenMoji(), ['openmoji'], program, context()));
  program
    .command('photographs')
    .description('nine old photographs without words (CC0, Getty), used by the demo')
    .action(() => runNetworkIngest(openPhotographs(), ['photographs'], program, context()));
};

const addOpenverse: AddCommand = (program, context) => {
  program
    .command('openverse')
    .argument('<query>', 'words to search for')
    .option('--licenses <codes>', 'only these, as Openverse names them, e.g. cc0,by')
    .description('openly licensed images that openverse.org finds')
    .action(async (query: string, { licenses }: { licenses?: string }) => {
      const { config } = context();
      const { openOpenverse } = await import('../sources/openverse.js');
      const source = openOpenverse({
        ...networkOptions(context(), program),
        query,
        licenses,
        token: config.OPENVERSE_TOKEN,
      });
      await runNetworkIngest(source, ['openverse', query, licenses ?? ''], program, context());
    });
};

const addWikimedia: AddCommand = (program, context) => {
  program
    .command('wikimedia')
    .argument('<query>', '"Category:Featured pictures …", or words to search for')
    .description('images on Wikimedia Commons')
    .action(async (query: string) => {
      const { config } = context();
      if (config.INGEST_CONTACT === undefined) {
        throw new OperatorError(
          'Wikimedia requires every program to name its operator: set INGEST_CONTACT to an e-mail address or a web page.',
        );
      }
      const options = networkOptions(context(), program);
      const { openWikimedia } = await import('../sources/wikimedia.js');
      await runNetworkIngest(openWikimedia({ ...options, query }), ['wikimedia', query], program, context());
    });
};

const addMet: AddCommand = (program, context) => {
  program
    .command('met')
    .argument('[query]', 'words to search for; the whole open collection by default')
    .option('--department <id>', 'only this department of the museum', wholeNumber)
    .description('public domain works of the Metropolitan Museum of Art')
    .action(async (query: string | undefined, { department }: { department?: number }) => {
      const options = networkOptions(context(), program);
      const { openMet } = await import('../sources/met.js');
      const source = openMet({ ...options, query, departmentId: department });
      await runNetworkIngest(source, ['met', query ?? '', String(department ?? '')], program, context());
    });
};

const addArtic: AddCommand = (program, context) => {
  program
    .command('artic')
    .argument('<query>', 'words to search for')
    .description('public domain works of the Art Institute of Chicago')
    .action(async (query: string) => {
      const { openArtic } = await import('../sources/artic.js');
      const source = openArtic({ ...networkOptions(context(), program), query });
      await runNetworkIngest(source, ['artic', query], program, context());
    });
};

interface FlickrArguments {
  user?: string;
  licenses?: string;
}

const addFlickr: AddCommand = (program, context) => {
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
        ...networkOptions(context(), program),
        apiKey: config.FLICKR_API_KEY,
        query,
        user,
        licenses,
      });
      await runNetworkIngest(source, ['flickr', query ?? '', user ?? '', licenses ?? ''], program, context());
    });
};

function networkOptions({ config, signal }: CommandContext, program: Command): NetworkOptions {
  const { source, delivery } = sharedOptions(program);
  const link = delivery === undefined ? {} : { link: delivery === 'link' };
  return { contact: config.INGEST_CONTACT, signal, source, ...link };
}

/** Ingests a network source, which owns its name. */
async function runNetworkIngest(
  source: Source,
  identity: readonly [kind: string, ...rest: string[]],
  program: Command,
  context: CommandContext,
): Promise<void> {
  await sourceOf({ kind: identity[0], path: '', derived: source.source }, program, context);
  await runIngest(source, identity, program, context);
}
