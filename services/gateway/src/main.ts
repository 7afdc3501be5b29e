import { runMain } from '@imagesearch/service-kit/process/run-main';
import { loadConfig } from './config.js';
import { createGatewayService } from './service.js';

await runMain(() => createGatewayService(loadConfig(process.env)));
