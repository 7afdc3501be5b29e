import { OperatorError } from '@imagesearch/service-kit/process/command';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import Table from 'cli-table3';
import type { Services } from '../pipeline/service-calls.js';
import { idsOfSource, removeAssets } from '../pipeline/stored-assets.js';
import type { CauseOptions } from './assets.js';
import { addOptions, withServices, type AddCommand } from './command.js';
import { withProgressBar } from './progress.js';

export const addList: AddCommand = (program, context) => {
  program
    .command('list')
    .description('the sources: how many images each has, and where it comes from')
    .action(() =>
      withServices(context(), async ({ rights }) => {
        const [{ sources: counts }, { sources: claims }] = await Promise.all([
          rights.countAssets({}),
          rights.listSources({}),
        ]);
        const names = [...new Set([...counts, ...claims].map(({ source }) => source))].sort();
        if (names.length === 0) {
          printOut('There is no source yet: nothing has been ingested.');
          return;
        }
        const table = new Table({
          head: ['Source', 'Images', 'Withdrawn', 'With location', 'From', 'On machine'],
          style: { head: [], border: [] },
        });
        for (const name of names) {
          const count = counts.find(({ source }) => source === name);
          const { origin, stripLocation } = claims.find(({ source }) => source === name) ?? {};
          table.push([
            printableText(name),
            count?.active ?? 0,
            count?.withdrawn ?? 0,
            `${count?.withLocation ?? 0}${DECIDED[String(stripLocation)] ?? ''}`,
            printableText(origin === undefined || origin === null ? '–' : origin.path || origin.kind),
            printableText(origin?.machine ?? '') || '–',
          ]);
        }
        printOut(table.toString());
      }),
    );
};

/** What was decided about the places in the files of a source. */
const DECIDED: Readonly<Record<string, string>> = { true: ' (stripped)', false: ' (kept)' };

export const addStatus: AddCommand = (program, context) => {
  program
    .command('status')
    .description('what the catalogue and the index hold, and which model filled it')
    .action(() =>
      withServices(context(), async ({ embedding, retrieval, rights }) => {
        const [model, index, { assets }] = await Promise.all([
          embedding.describeModel({}),
          retrieval.describeIndex({}),
          rights.countAssets({}),
        ]);
        const table = new Table({ style: { head: [], border: [] } });
        table.push(
          { 'Assets in the catalogue': String(assets) },
          { 'Images in the index': `${index.points} (${index.backend})` },
          { 'Model of the index': index.modelFingerprint === '' ? '–' : index.modelFingerprint },
          { 'Model that embeds now': `${model.fingerprint} (${model.profile})` },
        );
        printOut(table.toString());
      }),
    );
};

export const addRemoveSource: AddCommand = (program, context) => {
  addOptions(program.command('remove-source'), 'dryRun')
    .argument('<source>', 'the part of the asset ids before the colon; `list` shows them')
    .requiredOption('--by <who>', 'who asks for the change (recorded)')
    .requiredOption('--why <reason>', 'why (recorded)')
    .description('deletes all images of a source for good, withdrawn ones and files included')
    .action(async (source: string, { by: actor, why: reason }: CauseOptions) => {
      const { shared } = context();
      await withServices(context(), async (services) => {
        const total = await countOf(source, services);
        if (total === undefined) throw new OperatorError(`There is no source "${printableText(source)}".`);
        if (shared.dryRun === true) {
          printOut(`${source}: ${total} images would be deleted`);
          return;
        }
        const states = ['ASSET_STATE_ACTIVE', 'ASSET_STATE_WITHDRAWN'] as const;
        const { removed } = await withProgressBar(`Deleting ${source}`, (bar) =>
          removeAssets(idsOfSource(source, states, services), { actor, reason }, services, (done) =>
            bar.update(done, total),
          ),
        );
        await services.rights.releaseSource({ source });
        printOut(`${source}: ${removed} images deleted`);
      });
    });
};

/** Undefined when neither the catalogue nor the record of origins knows the source. */
async function countOf(name: string, { rights }: Services): Promise<number | undefined> {
  const [{ sources }, { sources: claims }] = await Promise.all([
    rights.countAssets({}),
    rights.listSources({}),
  ]);
  const count = sources.find(({ source }) => source === name);
  if (count !== undefined) return count.active + count.withdrawn;
  return claims.some(({ source }) => source === name) ? 0 : undefined;
}
