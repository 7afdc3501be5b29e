import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import { Command, InvalidArgumentError } from 'commander';
import { closeClients, openClients } from './clients.js';
import type { Collection } from './collections/collection.js';
import { firstOf } from './collections/first-of.js';
import { openOpenMoji } from './collections/openmoji.js';
import { ingest } from './ingest.js';
import { startProgressBar } from './progress-bar.js';

const EXIT_FAILED = 1;
const EXIT_BAD_CONFIGURATION = 2;

const program = new Command('ingest')
  .description(
    'Brings collections in, through the services named by EMBEDDING_ADDRESS, RETRIEVAL_ADDRESS and RIGHTS_ADDRESS.',
  )
  .option('--concurrency <n>', 'pictures in flight at once', wholeNumber)
  .option('--limit <n>', 'take in the first n pictures only', wholeNumber);

program
  .command('openmoji')
  .description('the OpenMoji collection (CC BY-SA 4.0), the demonstration')
  .action(() => run(openOpenMoji()));

async function run(collection: Collection): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const clients = openClients(process.env);
  const bar = startProgressBar(`Taking in ${collection.source}`, 'pictures');
  const { concurrency, limit } = program.opts<{ concurrency?: number; limit?: number }>();
  try {
    const summary = await ingest(limit === undefined ? collection : firstOf(collection, limit), clients, {
      signal: stop.signal,
      ...(concurrency !== undefined && { concurrency }),
      onProgress: ({ done, total }) => bar.update(done, total),
    });
    bar.stop();
    const { added, unchanged, failures } = summary;
    console.error(
      `${collection.source}: ${added} taken in, ${unchanged} unchanged, ${failures.length} failed`,
    );
    for (const { assetId, reason } of failures) console.error(`  ${assetId}: ${reason}`);
    if (failures.length > 0) process.exitCode = EXIT_FAILED;
  } finally {
    bar.stop();
    closeClients(clients);
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  const known = error instanceof ConfigError;
  console.error(known ? error.message : `Stopped: ${toAppError(error).message}`);
  process.exitCode = known ? EXIT_BAD_CONFIGURATION : EXIT_FAILED;
}
