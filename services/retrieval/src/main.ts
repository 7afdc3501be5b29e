import { runMain } from '@imagesearch/service-kit/process/run-main';
import { loadConfig } from './config.js';
import { createRetrievalService } from './service.js';

await runMain(() => createRetrievalService(loadConfig(process.env)));
