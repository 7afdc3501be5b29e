import { EXIT_FAILED, OperatorError } from '@imagesearch/service-kit/process/command';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { differences, emptySide, type Difference } from '../pipeline/agreement.js';
import { repairPoints } from '../pipeline/repair-points.js';
import type { Services } from '../pipeline/service-calls.js';
import { batchesOf } from '../pipeline/stored-assets.js';
import { type AddCommand, withServices } from './command.js';
import { withProgressBar } from './progress.js';

const NAMED_MAX = 10;
const REPAIRED_AT_ONCE = 64;

const KINDS: Readonly<Record<Difference['kind'], string>> = {
  missing: 'in the catalogue, not in the index',
  other: 'in the index as they were before a change',
  unknown: 'in the index, but withdrawn, deleted or unknown to the catalogue',
};

export const addCheck: AddCommand = (program, context) => {
  program
    .command('check')
    .description(
      'compares catalogue and index; a running gateway repairs by itself what a crash left, within ten seconds',
    )
    .option('--repair', 'makes the index agree with the catalogue now', false)
    .action(({ repair }: { repair: boolean }) =>
      withServices(context(), async (services) => {
        const found = await foundDifferences(services);
        printDifferences(found);
        if (found.length === 0) return;
        if (repair) await repairAll(found, services);
        else process.exitCode = EXIT_FAILED;
      }),
    );
};

async function foundDifferences({ clients, signal }: Services): Promise<Difference[]> {
  const empty = await emptySide(clients, signal);
  if (empty === 'catalogue')
    throw new OperatorError('The catalogue is empty and the index is not. Is this the right database?');
  if (empty === 'index')
    throw new OperatorError(
      'The index is empty. To fill it from the stored images: npm run ingest -- reindex',
    );
  const found: Difference[] = [];
  for await (const page of differences(clients, signal)) found.push(...page);
  return found;
}

function printDifferences(found: readonly Difference[]): void {
  if (found.length === 0) printOut('Catalogue and index agree.');
  for (const [kind, says] of Object.entries(KINDS)) {
    const ids = found.filter((difference) => difference.kind === kind).map(({ assetId }) => assetId);
    if (ids.length === 0) continue;
    const named = ids.slice(0, NAMED_MAX).map((assetId) => printableText(assetId));
    printOut(`${ids.length} ${says}: ${named.join(', ')}${ids.length > NAMED_MAX ? ', …' : ''}`);
  }
}

async function repairAll(found: readonly Difference[], services: Services): Promise<void> {
  const assetIds = found.map(({ assetId }) => assetId);
  let failures = 0;
  await withProgressBar('Repairing', async (bar) => {
    let done = 0;
    for await (const batch of batchesOf(assetIds, REPAIRED_AT_ONCE)) {
      services.signal.throwIfAborted();
      for (const { entry, reason } of await repairPoints(batch, services)) {
        failures += 1;
        printErr(`  ${printableText(entry)}: ${printableText(reason)}`);
      }
      bar.update((done += batch.length), assetIds.length);
    }
  });
  printOut(`Repaired: ${assetIds.length - failures}`);
  if (failures > 0) process.exitCode = EXIT_FAILED;
}
