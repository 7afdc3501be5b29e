import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runModels, type AddCommand } from '@imagesearch/models/program';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { findStack, type RunningStack } from '@imagesearch/service-kit/process/running-stack';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { keptServiceTokenPath, loadServiceTokens } from '@imagesearch/service-kit/secrets/service-token';
import type { ProfileSettings } from '@imagesearch/models/profile-settings';
import { pullModel } from '@imagesearch/models/pull';
import { readHubManifest } from '@imagesearch/models/hub/hub-manifest';
import { modelOfFingerprint } from '@imagesearch/models/fingerprints';
import { openProfile } from '@imagesearch/models/open-profile';
import { PROFILE_IDS, type ModelProfile, type ProfileId } from '@imagesearch/models/profile';
import { Argument } from 'commander';
import { addVerify } from './verify-model.js';
import { askIndex, describeIndex, embedAgainIfNeeded, INGEST_COMMAND } from './index-model.js';
import { dataDirOf, unlessEmpty, OperatorError, runStep, requireDataDir } from './local-command.js';

const START_TIMEOUT_MS = 30_000;
const LOOK_MS = 250;
/** A model is loaded within seconds; a machine that is busy takes longer. */
const LOAD_TIMEOUT_MS = 180_000;

/** Safe to stop anywhere and to run again: the index before serves until the new one is whole. */
const addUse: AddCommand = (program, context) => {
  program
    .command('use')
    .description(
      'download a profile, embed every image again with it behind the present index, and search with it',
    )
    .addArgument(new Argument('<profile>', 'which one').choices(PROFILE_IDS))
    .action(async (id: ProfileId) => {
      const { settings: own, signal } = context();
      const { stack } = findStack(process.env['DATA_DIR']);
      const isDirGiven = unlessEmpty(process.env['MODEL_DIR']) !== undefined;
      const settings =
        stack === undefined || isDirGiven ? own : { ...own, modelDir: join(stack.data_dir, 'models') };
      if (id !== 'lite') await pullModel(id, settings, signal);
      if (stack === undefined) await useAtRest(id, signal);
      else await useRunning(id, stack, settings, signal);
    });
};

/** The stack loads the model when the new index begins, and answers with it when the index serves. */
async function useRunning(
  id: ProfileId,
  stack: RunningStack,
  settings: ProfileSettings,
  signal: AbortSignal,
): Promise<void> {
  const addresses = { ...stack, SERVICE_TOKEN: await serviceTokenOf(stack) };
  const { points, modelFingerprint } = await describeIndex(addresses);
  if (points === 0) {
    printOut(`${id} is on disk, and nothing is indexed yet: restart npm start with MODEL_PROFILE=${id}.`);
    return;
  }
  const profile = await profileLike(modelFingerprint, id, settings);
  const { fingerprint, dimensions } = profile;
  if (fingerprint === modelFingerprint) {
    printOut(`${id} answers already.`);
    return;
  }
  await askIndex(addresses, (client) =>
    client.startRebuild(
      { modelFingerprint: fingerprint, dimensions },
      detachedCall(START_TIMEOUT_MS, signal),
    ),
  );
  printErr(`The running stack loads ${id}. Meanwhile, it answers as before.`);
  const { EMBEDDING_ADDRESS } = await announced(stack, signal, ({ next }) =>
    next?.fingerprint === fingerprint ? next : undefined,
  );
  const { RETRIEVAL_ADDRESS, RIGHTS_ADDRESS } = stack;
  await runStep(
    INGEST_COMMAND,
    ['reindex'],
    {
      DATA_DIR: stack.data_dir,
      EMBEDDING_ADDRESS,
      RETRIEVAL_ADDRESS,
      RIGHTS_ADDRESS,
      SERVICE_TOKEN: addresses.SERVICE_TOKEN,
    },
    signal,
  );
  await announced(stack, signal, (now) => (now.EMBEDDING_ADDRESS === EMBEDDING_ADDRESS ? now : undefined));
  printOut(`${id} answers every search now.`);
}

async function useAtRest(id: ProfileId, signal: AbortSignal): Promise<void> {
  const dataDir = dataDirOf(process.env);
  await requireDataDir(dataDir);
  const env = { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir };
  const named = { MODEL_PROFILE: id, PORT: '0', OPS_PORT: '0' };
  // Only here: it loads all services, which forbid this process to draw.
  const { startStack } = await import('./stack.js');
  const stack = await startStack({ env: { ...env, ...named }, mayChangeModel: true });
  try {
    await embedAgainIfNeeded(stack.addresses, signal);
    const { points } = await describeIndex(stack.addresses);
    printOut(
      points === 0
        ? `${id} is on disk, and nothing is indexed yet: start with MODEL_PROFILE=${id} npm start`
        : `${id} has filled the index, and will answer after the next npm start.`,
    );
  } finally {
    await stack.close();
  }
}

/** The profile with the text encoder that the index has. */
async function profileLike(
  indexFingerprint: string,
  profile: ProfileId,
  settings: ProfileSettings,
): Promise<ModelProfile> {
  const manifest = await readHubManifest(settings.manifestPath);
  const indexed = modelOfFingerprint(indexFingerprint, manifest);
  const textEncoder =
    settings.textEncoder === 'auto' ? (indexed?.textEncoder ?? 'auto') : settings.textEncoder;
  return (await openProfile({ ...settings, profile, textEncoder }, { indexFingerprint: '' })).profile;
}

/** Waits for what the running stack announces. @throws OperatorError when it ends or takes too long. */
async function announced<Found>(
  { data_dir }: RunningStack,
  signal: AbortSignal,
  find: (stack: RunningStack) => Found | undefined,
): Promise<Found> {
  const until = performance.now() + LOAD_TIMEOUT_MS;
  for (;;) {
    const { stack } = findStack(data_dir);
    if (stack === undefined)
      throw new OperatorError('The stack has ended; run the command again to continue.');
    const found = find(stack);
    if (found !== undefined) return found;
    if (performance.now() > until)
      throw new OperatorError(
        'The running stack did not load the model. Stop it, and run the command again.',
      );
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function serviceTokenOf({ data_dir }: RunningStack): Promise<string> {
  return loadServiceTokens(process.env)[0] ?? (await readFile(keptServiceTokenPath(data_dir), 'utf8')).trim();
}

await runModels([addUse, addVerify]);
