import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import Table from 'cli-table3';
import { withClients, type AddCommand } from './command.js';

const CALL_TIMEOUT_MS = 10_000;

export const addStatus: AddCommand = (program, context) => {
  program
    .command('status')
    .description('what the catalogue and the index hold, and which model filled it')
    .action(() =>
      withClients(context(), async ({ embedding, retrieval, rights }) => {
        const call = detachedCall(CALL_TIMEOUT_MS, context().signal);
        const [model, index, { assets, sources }] = await Promise.all([
          embedding.describeModel({}, call),
          retrieval.describeIndex({}, call),
          rights.countAssets({}, call),
        ]);
        const table = new Table({ style: { head: [], border: [] } });
        table.push(
          { 'Assets in the catalogue': String(assets) },
          { 'Pictures in the index': `${index.points} (${index.backend})` },
          { 'Model of the index': index.modelFingerprint === '' ? '–' : index.modelFingerprint },
          { 'Model that embeds now': `${model.fingerprint} (${model.profile})` },
        );
        printOut(table.toString());
        if (sources.length === 0) return;
        const bySource = new Table({
          head: ['Source', 'Assets', 'Withdrawn'],
          style: { head: [], border: [] },
        });
        bySource.push(
          ...sources.map(({ source, active, withdrawn }) => [printableText(source), active, withdrawn]),
        );
        printOut(bySource.toString());
      }),
    );
};
