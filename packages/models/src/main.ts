import { runModels } from './program.js';

await runModels();
