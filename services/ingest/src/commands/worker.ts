import { once } from 'node:events';
import { createLogger } from '@imagesearch/service-kit/logging';
import { createLoadImage } from '../pipeline/load-image.js';
import { userAgentOf } from '../sources/source.js';
import { OperatorError, withServices, type AddCommand } from './command.js';

const CONCURRENCY = 4;
/** Of a stopped worker's running jobs: less than an orchestrator's usual grace period of 30 s. */
const STOP_GRACE_MS = 25_000;

export const addWorker: AddCommand = (program, context) => {
  program
    .command('worker')
    .description('ingests what other runs put into the queue at REDIS_URL, until it is stopped')
    .action(async () => {
      const { config, signal, allow, shared } = context();
      const redisUrl = config.REDIS_URL;
      if (redisUrl === undefined) throw new OperatorError('A worker serves a queue: set REDIS_URL.');
      const logger = createLogger({ service: 'ingest', level: 'info' });
      // Only what serves the queue loads it.
      const { startIngestWorker } = await import('../queue/worker.js');
      const { openWorkerMetrics } = await import('../events.js');
      allow(STOP_GRACE_MS);
      // A stopped worker finishes its running jobs.
      await withServices({ config, signal: new AbortController().signal }, async (services) => {
        const metrics = await openWorkerMetrics(config.METRICS_LISTEN, {
          redisUrl,
          queueName: config.INGEST_QUEUE,
        });
        const worker = startIngestWorker({
          redisUrl,
          queueName: config.INGEST_QUEUE,
          services,
          loadImage: createLoadImage({ userAgent: userAgentOf(config.INGEST_CONTACT) }),
          trustList: config.C2PA_TRUST_LIST,
          concurrency: shared.concurrency ?? CONCURRENCY,
          lockMs: config.INGEST_LOCK_MS,
          onSettled: (assetId, outcome) => {
            metrics.assetSettled(outcome);
            if (outcome.kind === 'failed') logger.warn({ assetId, reason: outcome.reason }, 'not ingested');
          },
          onError: (error) => logger.warn({ err: error }, 'Will be retried'),
        });
        logger.info('Waiting for work');
        if (!signal.aborted) await once(signal, 'abort');
        await worker.close();
        await metrics.close();
        // It ends no other way, so that a stop is no failure.
        process.once('exit', () => (process.exitCode = 0));
      });
    });
};
