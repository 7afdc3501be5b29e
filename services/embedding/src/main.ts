import { runMain } from '@imagesearch/service-kit/process/run-main';
import { loadConfig } from './config.js';
import { createEmbeddingService } from './service.js';

await runMain(() => createEmbeddingService(loadConfig(process.env)));
