import Table from 'cli-table3';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { withClients, type AddCommand } from './command.js';

const CALL_TIMEOUT_MS = 30_000;

export const addList: AddCommand = (program, context) => {
  program
    .command('list')
    .description('the sources: how many images each has, and where it comes from')
    .action(() =>
      withClients(context(), async ({ rights }) => {
        const call = () => detachedCall(CALL_TIMEOUT_MS, context().signal);
        const [{ sources: counts }, { sources: claims }] = await Promise.all([
          rights.countAssets({}, call()),
          rights.listSources({}, call()),
        ]);
        const names = [...new Set([...counts, ...claims].map(({ source }) => source))].sort();
        if (names.length === 0) {
          printOut('There is no source yet: nothing has been ingested.');
          return;
        }
        const table = new Table({
          head: ['Source', 'Images', 'Withdrawn', 'From', 'On machine'],
          style: { head: [], border: [] },
        });
        for (const name of names) {
          const count = counts.find(({ source }) => source === name);
          const origin = claims.find(({ source }) => source === name)?.origin;
          table.push([
            printableText(name),
            count?.active ?? 0,
            count?.withdrawn ?? 0,
            printableText(origin === undefined || origin === null ? '–' : origin.path || origin.kind),
            printableText(origin?.machine ?? '') || '–',
          ]);
        }
        printOut(table.toString());
      }),
    );
};
