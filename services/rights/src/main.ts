import { runMain } from '@imagesearch/service-kit/process/run-main';
import { loadConfig } from './config.js';
import { createRightsService } from './service.js';

await runMain(() => createRightsService(loadConfig(process.env)));
