import { openOpenMoji } from '../sources/openmoji.js';
import type { AddCommand } from './command.js';
import { runNetworkIngest } from './run-ingest.js';

export const addOpenMoji: AddCommand = (program, context) => {
  program
    .command('openmoji')
    .description('the OpenMoji collection (CC BY-SA 4.0), used by the demo')
    .action(() => runNetworkIngest(openOpenMoji(), ['openmoji'], program, context()));
};
