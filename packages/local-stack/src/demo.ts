import { DEMONSTRATION_SOURCES } from '@imagesearch/gateway/keys/api-key';
import { wholeNumber } from '@imagesearch/service-kit/process/command';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { consoleUrl, writeDemoFile } from './demo-keys.js';
import { INGEST_COMMAND } from './index-model.js';
import { ENVIRONMENT_HELP, runLocalCommand, runStep } from './local-command.js';
import { printHowToSearch, runSampleSearches } from './sample-searches.js';
import { untilStopped, withLocalStack } from './local-stack.js';

interface DemoOptions {
  /** Search once and exit, instead of waiting for a signal. */
  once?: boolean;
  limit?: number;
}

/** The photographs are a few, without words: they come first. */
const [DRAWINGS, PHOTOGRAPHS] = DEMONSTRATION_SOURCES;

/** The drawings begin with cats, flowers and fruit: what the printed requests ask for. */
const FIRST_IMAGES = 40;

await runLocalCommand(
  {
    name: 'npm run demo --',
    description:
      'Starts all services on this machine, with nine old photographs and the drawings of OpenMoji to search.',
    after: `
Examples:
  npm run demo
  npm run demo -- --once
  PORT=8081 npm run demo -- --limit 300
${ENVIRONMENT_HELP}`,
  },
  (command, { signal }) =>
    command
      .option('--once', 'run five sample searches and stop')
      .option('--limit <n>', 'ingest only the first n images', wholeNumber)
      .action((options: DemoOptions) => demo(options, signal)),
);

async function demo({ once = false, limit = Infinity }: DemoOptions, signal: AbortSignal): Promise<void> {
  await withLocalStack(signal, async ({ stack, baseUrl, dataDir, keys }) => {
    // With the operator's command, which skips what an earlier run did.
    const ingest = (source: string, count: number) => {
      const limited = count === Infinity ? [] : ['--limit', String(count)];
      return runStep(INGEST_COMMAND, [source, ...limited], { ...stack.addresses }, signal);
    };
    await ingest(PHOTOGRAPHS, Infinity);
    await ingest(DRAWINGS, Math.min(limit, FIRST_IMAGES));
    const ingestOthers = async () => {
      if (limit > FIRST_IMAGES) await ingest(DRAWINGS, limit);
    };
    await writeDemoFile(dataDir, { base_url: baseUrl, console_url: consoleUrl(baseUrl, keys.starter), keys });
    if (once) {
      await ingestOthers();
      await runSampleSearches(baseUrl, keys.starter);
      return;
    }
    printHowToSearch(baseUrl, keys.starter);
    // If the other images fail, search goes on.
    ingestOthers().catch((error: unknown) => signal.aborted || printErr((error as Error).message));
    await untilStopped(signal);
    printOut('\nStopping.');
  });
}
