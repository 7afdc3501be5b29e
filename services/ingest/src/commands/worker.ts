import { OperatorError } from '@imagesearch/service-kit/process/command';
import { addOptions, withServices, type AddCommand } from './command.js';

const CONCURRENCY = 4;
/** Of a stopped worker's running jobs: less than an orchestrator's usual grace period of 30 s. */
const STOP_GRACE_MS = 25_000;

export const addWorker: AddCommand = (program, context) => {
  addOptions(program.command('worker'), 'concurrency')
    .description('ingests what other runs put into the queue at REDIS_URL, until it is stopped')
    .action(async () => {
      const { config, signal, allow, shared } = context();
      const redisUrl = config.REDIS_URL;
      if (redisUrl === undefined) throw new OperatorError('A worker serves a queue: set REDIS_URL.');
      // Only what serves the queue loads it.
      const { serveQueue } = await import('../queue/worker.js');
      allow(STOP_GRACE_MS);
      const { concurrency = CONCURRENCY } = shared;
      // A stopped worker finishes its running jobs.
      await withServices({ config, signal: new AbortController().signal }, (services) =>
        serveQueue({ ...config, redisUrl, concurrency }, services, signal),
      );
      // It ends no other way, so that a stop is no failure.
      process.once('exit', () => (process.exitCode = 0));
    });
};
