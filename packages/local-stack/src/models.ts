import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runModels, type AddCommand } from '@imagesearch/models/program';
import { givenIn } from '@imagesearch/service-kit/config';
import { findStack, type RunningStack } from '@imagesearch/service-kit/process/running-stack';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { keptServiceTokenPath, loadServiceTokens } from '@imagesearch/service-kit/secrets/service-token';
import { pullModel } from '@imagesearch/models/pull';
import { PROFILE_IDS, type ProfileId } from '@imagesearch/models/profile';
import { Argument } from 'commander';
import { addVerify } from './verify-model.js';
import { describeIndex, embedAgainIfNeeded, runningModel } from './index-model.js';
import { dataDirOf, requireDataDir } from './local-command.js';

/** Safe to stop anywhere and to run again: the index before stays until the new one is whole. */
const addUse: AddCommand = (program, context) => {
  program
    .command('use')
    .description('download a profile, and embed every image again with it unless a stack runs')
    .addArgument(new Argument('<profile>', 'which one').choices(PROFILE_IDS))
    .action(async (id: ProfileId) => {
      const { settings: own, signal } = context();
      const { stack } = findStack(process.env['DATA_DIR']);
      const isDirGiven = givenIn(process.env)['MODEL_DIR'] !== undefined;
      const settings =
        stack === undefined || isDirGiven ? own : { ...own, modelDir: join(stack.data_dir, 'models') };
      if (id !== 'lite') await pullModel(id, settings, signal);
      if (stack === undefined) await useAtRest(id, signal);
      else await useAfterRestart(id, stack);
    });
};

/** An index that another model filled is embedded again by the start that names the model. */
async function useAfterRestart(id: ProfileId, stack: RunningStack): Promise<void> {
  const { profile } = await runningModel({ ...stack, SERVICE_TOKEN: await serviceTokenOf(stack) });
  printOut(
    profile === id
      ? `${id} answers already.`
      : `${id} is on disk. Restart to use it, with MODEL_PROFILE=${id} npm start: that embeds every image again, and then ` +
          `answers. Until then, ${profile} does.`,
  );
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

async function serviceTokenOf({ data_dir }: RunningStack): Promise<string> {
  return loadServiceTokens(process.env)[0] ?? (await readFile(keptServiceTokenPath(data_dir), 'utf8')).trim();
}

await runModels([addUse, addVerify]);
