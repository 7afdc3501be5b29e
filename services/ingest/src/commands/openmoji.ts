import { openOpenMoji } from '../sources/openmoji.js';
import type { AddCommand } from './command.js';
import { runIngest } from './run-ingest.js';

export const addOpenMoji: AddCommand = (program, context) => {
  program
    .command('openmoji')
    .description('the OpenMoji collection (CC BY-SA 4.0), used by the demo')
    .action(() => runIngest(openOpenMoji(), ['openmoji'], program, context()));
};
