import { TERMINAL_OUTPUT, printOut } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { consoleUrl, writeDemoFile } from './demo-keys.js';
import { ENVIRONMENT_HELP } from './environment-help.js';
import { runLocalCommand } from './local-command.js';
import { offerModel, type ModelAnswer } from './offer-model.js';
import { untilStopped, withLocalStack, type LocalStack } from './local-stack.js';

const program = new Command('npm start')
  .description('Starts all services on this machine, for your own images.')
  .configureOutput(TERMINAL_OUTPUT)
  .option('--yes', 'download the vision model that is offered, without a question')
  .option('--no', 'offer no model')
  .addHelpText(
    'after',
    `
Examples:
  npm start
  PORT=8081 DATA_DIR=~/image-search npm start

Then, in another terminal:
  npm run ingest -- folder ~/photos
${ENVIRONMENT_HELP}`,
  )
  .parse();

await runLocalCommand(async (signal) => {
  const model = await offerModel(program.opts<ModelAnswer>(), signal);
  await withLocalStack(
    signal,
    async ({ baseUrl, dataDir, keys }) => {
      await writeDemoFile(dataDir, { base_url: baseUrl, console_url: consoleUrl(baseUrl, keys.scale), keys });
      printHowToBegin({ baseUrl, dataDir, key: keys.scale });
      await untilStopped(signal);
      printOut('\nStopping.');
    },
    model,
  );
});

function printHowToBegin({
  baseUrl,
  dataDir,
  key,
}: Pick<LocalStack, 'baseUrl' | 'dataDir'> & { key: string }): void {
  printOut(`
Image search is running, for your own images.

  Page      ${consoleUrl(baseUrl, key)}
  API key   ${key}   (plan: scale; all keys: ${dataDir}/demo.json)

Ingest a folder of images, in another terminal:

  DATA_DIR=${quoted(dataDir)} npm run ingest -- folder ~/photos

Search it:

  curl -s ${baseUrl}/v1/search -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"query": "red boat", "k": 5}'

Stop with Ctrl-C.
`);
}

/** As one word of a shell command. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
