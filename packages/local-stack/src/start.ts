import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';
import { OperatorError } from '@imagesearch/service-kit/process/command';
import { TERMINAL_OUTPUT, printOut } from '@imagesearch/service-kit/process/terminal';
import { Option } from 'commander';
import { loadConfig as loadEmbeddingConfig } from '@imagesearch/embedding/config';
import { pullModel } from '@imagesearch/models/pull';
import { offeredProfile, presentProfiles, profileMegabytes } from '@imagesearch/models/hub-models';
import { readHubManifest } from '@imagesearch/models/hub/hub-manifest';
import { givenIn } from '@imagesearch/service-kit/config';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { consoleUrl, writeDemoFile } from './demo-keys.js';
import { ENVIRONMENT_HELP, runLocalCommand, dataDirOf, requireDataDir } from './local-command.js';
import { untilStopped, withLocalStack, type LocalStack } from './local-stack.js';

await runLocalCommand(
  {
    name: 'npm start',
    description: 'Starts all services on this machine, for your own images.',
    after: `
Examples:
  npm start
  PORT=8081 DATA_DIR=~/image-search npm start

Then, in another terminal:
  npm run ingest -- folder ~/photos
${ENVIRONMENT_HELP}`,
  },
  (command, { signal }) =>
    command
      .addOption(
        new Option('--yes', 'download the vision model that is offered, without a question').conflicts('no'),
      )
      .option('--no', 'offer no model')
      .action((answer: ModelAnswer) => start(answer, signal)),
);

async function start(answer: ModelAnswer, signal: AbortSignal): Promise<void> {
  const model = await offerModel(answer, signal);
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
}

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

/** `--yes` and `--no` of the command. */
interface ModelAnswer {
  yes?: boolean;
  no?: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Asks once on a terminal whether to download the vision model that is offered. An answer is kept in DATA_DIR.
 * @returns the variables that start the model; none without a yes.
 */
async function offerModel(
  { yes = false, no = false }: ModelAnswer,
  signal: AbortSignal,
  env: Env = process.env,
): Promise<Record<string, string>> {
  const dataDir = dataDirOf(env);
  const modelDir = givenIn(env)['MODEL_DIR'] ?? join(dataDir, 'models');
  const { settings } = loadEmbeddingConfig({ ...env, DATA_DIR: dataDir, MODEL_DIR: modelDir });
  const manifest = await readHubManifest(settings.manifestPath);
  const offered = offeredProfile(manifest);
  const isNamed = ['MODEL_PROFILE', 'MODEL_FETCH'].some((name) => givenIn(env)[name] !== undefined);
  if (yes && isNamed)
    throw new OperatorError('MODEL_PROFILE or MODEL_FETCH names the model: leave --yes out.');
  if (offered === undefined || no || isNamed || (await presentProfiles(manifest, settings)).length > 0)
    return {};
  const answerPath = join(dataDir, 'model-offer.json');
  if (!yes) {
    if (!isPersonThere(env) || (await wasAnswered(answerPath))) return {};
    const size = profileMegabytes(manifest, offered);
    const isWanted = await ask(
      `A vision model lets words find photographs that have no caption (${size}, from ${settings.hubUrl}). ` +
        'Download it now? [y/N] ',
      signal,
    );
    await requireDataDir(dataDir);
    await mkdir(dataDir, { recursive: true });
    await writeFileAtomic(answerPath, JSON.stringify({ offered, isWanted }));
    if (!isWanted) return {};
  }
  await pullModel(offered, settings, signal);
  // By its name, so that an index of another model is filled again.
  return { MODEL_PROFILE: offered };
}

function isPersonThere(env: Env): boolean {
  return isatty(0) && isatty(1) && givenIn(env)['CI'] === undefined;
}

function wasAnswered(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  TERMINAL_OUTPUT.writeOut(question);
  for await (const line of createInterface({ input: process.stdin, signal }))
    return /^y(es)?$/i.test(line.trim());
  // Ctrl-C is no answer; the end of the input is a no.
  signal.throwIfAborted();
  return false;
}
