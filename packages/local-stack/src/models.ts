import { runModels } from '@imagesearch/models/program';
import { addUse } from './use-model.js';
import { addVerify } from './verify-model.js';

await runModels([addUse, addVerify]);
