import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { Command, START } from './command.js';

export interface LocalStack {
  command: Command;
  dataDir: string;
  baseUrl: string;
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Environment of a stack on a free port with the models that all tests share. */
export async function stackEnv(dataDir: string): Promise<Record<string, string>> {
  return { DATA_DIR: dataDir, PORT: String(await freePort()) };
}

/** What `npm start` runs, on a data folder of its own; serving when this resolves. */
export async function startLocalStack(
  launch = (env: Record<string, string>) => Command.node([START], { env }),
): Promise<LocalStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-journey-'));
  // Laid out beforehand, because a first start spends most of its time on it.
  await layMigratedPostgres(dataDir);
  const env = await stackEnv(dataDir);
  const command = launch(env);
  await command.printed(/Stop with Ctrl-C/);
  return {
    command,
    dataDir,
    baseUrl: `http://127.0.0.1:${env['PORT'] ?? ''}`,
    env,
    remove: async () => {
      command.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
