import { OperatorError } from '@imagesearch/service-kit/process/command';
import type { IngestConfig } from '../config.js';
import type { NetworkQuery, NetworkCollection } from '../sources/network.js';
import { openOpenMoji } from '../sources/openmoji.js';
import { openPhotographs } from '../sources/photographs.js';
import type { Source } from '../sources/source.js';
import { type AddCommand, addOptions, INGESTING } from './command.js';
import { runIngest } from './run-ingest.js';

/** A collection on the network, as an operator asks for it. */
interface NetworkCommand {
  argument: [syntax: string, help: string];
  options?: [syntax: string, help: string][];
  description: string;
  key?: 'OPENVERSE_TOKEN' | 'FLICKR_API_KEY';
  /** What the operator has left out. */
  lack?: (asked: NetworkQuery, config: IngestConfig) => string | undefined;
  /** Only a collection that is asked for is loaded. */
  load: () => Promise<NetworkCollection>;
}

const SEARCHED = 'words to search for';

const COLLECTIONS: Readonly<Record<string, NetworkCommand>> = {
  openverse: {
    argument: ['<query>', SEARCHED],
    options: [['--licenses <codes>', 'only these, as Openverse names them, e.g. cc0,by']],
    description: 'openly licensed images that openverse.org finds',
    key: 'OPENVERSE_TOKEN',
    load: async () => (await import('../sources/openverse.js')).openverse,
  },
  wikimedia: {
    argument: ['<query>', `"Category:Featured pictures …", or ${SEARCHED}`],
    description: 'images on Wikimedia Commons',
    lack: (_asked, { INGEST_CONTACT }) =>
      INGEST_CONTACT === undefined
        ? 'Wikimedia requires every program to name its operator: set INGEST_CONTACT to an e-mail address or a web page.'
        : undefined,
    load: async () => (await import('../sources/wikimedia.js')).wikimedia,
  },
  met: {
    argument: ['[query]', `${SEARCHED}; the whole open collection by default`],
    options: [['--department <id>', 'only this department of the museum']],
    description: 'public domain works of the Metropolitan Museum of Art',
    lack: ({ department = '1' }) =>
      /^[1-9]\d*$/.test(department) ? undefined : 'A department is a whole number above 0.',
    load: async () => (await import('../sources/met.js')).met,
  },
  artic: {
    argument: ['<query>', SEARCHED],
    description: 'public domain works of the Art Institute of Chicago',
    load: async () => (await import('../sources/artic.js')).artic,
  },
  flickr: {
    argument: ['[query]', SEARCHED],
    options: [
      ['--user <id>', 'only photos of this person, e.g. 66956608@N06'],
      ['--licenses <ids>', "only these of Flickr's licence numbers, e.g. 4,5,9,10"],
    ],
    description: 'openly licensed photos on Flickr; needs FLICKR_API_KEY',
    key: 'FLICKR_API_KEY',
    lack: ({ key, query, user }) => {
      if (key === undefined) return 'Flickr requires an API key: set FLICKR_API_KEY.';
      return query === undefined && user === undefined
        ? 'Say what to ingest: words to search for, or --user.'
        : undefined;
    },
    load: async () => (await import('../sources/flickr.js')).flickr,
  },
};

/** Collections that come with the product, for the demo. */
const LISTED: Readonly<Record<string, [description: string, open: (source: string) => Source]>> = {
  openmoji: ['the OpenMoji collection (CC BY-SA 4.0), used by the demo', openOpenMoji],
  photographs: ['nine old photographs without words (CC0, Getty), used by the demo', openPhotographs],
};

/** Sources that no folder and no manifest gets by its name alone. Those of the demo are searched with test keys, for free. */
export const NETWORK_SOURCES = [...Object.keys(LISTED), ...Object.keys(COLLECTIONS)];

export const addPublicCollections: AddCommand = (program, context) => {
  for (const [kind, [description, open]] of Object.entries(LISTED))
    addOptions(program.command(kind), ...INGESTING)
      .description(description)
      .action(() => runIngest({ kind, path: '', derived: kind, open }, context()));
  for (const [kind, { argument, options = [], description, key, lack, load }] of Object.entries(
    COLLECTIONS,
  )) {
    const command = program
      .command(kind)
      .argument(...argument)
      .description(description);
    for (const option of options) command.option(...option);
    const own = [...command.options];
    addOptions(command, ...INGESTING, 'delivery');
    command.action(async (query: string | undefined, given: Record<string, string>) => {
      const { config, signal, shared } = context();
      const asked = { ...given, query, key: key && config[key] };
      const reason = lack?.(asked, config);
      if (reason !== undefined) throw new OperatorError(reason);
      const { openCollection } = await import('../sources/network.js');
      const found = await load();
      const link = shared.delivery === undefined ? undefined : shared.delivery === 'link';
      const open = (source: string) =>
        openCollection(found, asked, { contact: config.INGEST_CONTACT, signal, source, link });
      const values = own.map((option) => given[option.attributeName()] ?? '');
      await runIngest({ kind, path: '', derived: kind, query: [query ?? '', ...values], open }, context());
    });
  }
};
