import { openOpenMoji } from '../sources/openmoji.js';
import type { AddCommand } from './command.js';
import { runIntake } from './run-ingest.js';

export const addOpenMoji: AddCommand = (program, context) => {
  program
    .command('openmoji')
    .description('the OpenMoji collection (CC BY-SA 4.0), the demonstration')
    .action(() => runIntake(openOpenMoji(), ['openmoji'], program, context()));
};
