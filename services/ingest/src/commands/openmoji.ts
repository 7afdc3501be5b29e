import { openOpenMoji } from '../sources/openmoji.js';
import { openPhotographs } from '../sources/photographs.js';
import type { AddCommand } from './command.js';
import { runNetworkIngest } from './run-ingest.js';

/** The two collections of the demonstration. */
export const addOpenMoji: AddCommand = (program, context) => {
  program
    .command('openmoji')
    .description('the OpenMoji collection (CC BY-SA 4.0), used by the demo')
    .action(() => runNetworkIngest(openOpenMoji(), ['openmoji'], program, context()));
  program
    .command('photographs')
    .description('nine old photographs without words (CC0, Getty), used by the demo')
    .action(() => runNetworkIngest(openPhotographs(), ['photographs'], program, context()));
};
