import type { Command } from 'commander';
import type { Collection } from '../collections/collection.js';
import { firstOf } from '../collections/first-of.js';
import { ingest } from '../ingest.js';
import { startProgressBar } from '../progress-bar.js';
import { EXIT_FAILED, withClients, type CommandContext } from './command.js';

/** Takes one collection in, showing how far it is, and says at the end what came of it. */
export async function runIntake(
  collection: Collection,
  program: Command,
  context: CommandContext,
): Promise<void> {
  const bar = startProgressBar(`Taking in ${collection.source}`, 'pictures');
  const { concurrency, limit } = program.opts<{ concurrency?: number; limit?: number }>();
  try {
    const summary = await withClients(context, (clients) =>
      ingest(limit === undefined ? collection : firstOf(collection, limit), clients, {
        signal: context.signal,
        ...(concurrency !== undefined && { concurrency }),
        onProgress: ({ done, total }) => bar.update(done, total),
      }),
    );
    bar.stop();
    const { added, unchanged, failures } = summary;
    console.error(
      `${collection.source}: ${added} taken in, ${unchanged} unchanged, ${failures.length} failed`,
    );
    for (const { assetId, reason } of failures) console.error(`  ${assetId}: ${reason}`);
    if (failures.length > 0) process.exitCode = EXIT_FAILED;
  } finally {
    bar.stop();
  }
}
