import { runMain } from '@imagesearch/service-kit/process/run-main';
import { loadConfig } from './config.js';
import { createRerankerService } from './service.js';

await runMain(() => createRerankerService(loadConfig(process.env)));
