import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { ROOT } from '@imagesearch/testkit/repository';
import { Command, START } from './command.js';

/** Environment of a stack on a free port with the models that all tests share. */
export async function stackEnv(dataDir: string): Promise<Record<string, string>> {
  return { DATA_DIR: dataDir, PORT: String(await freePort()) };
}

/** What `npm start` runs on a data folder of its own, and the commands beside it. */
export class LocalStack {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  #command: Command | undefined;
  #caller: Caller | undefined;

  private constructor(env: Record<string, string>) {
    this.env = env;
    this.dataDir = env['DATA_DIR'] ?? '';
    this.baseUrl = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  }

  /** It serves when this resolves. */
  static async start(more: Readonly<Record<string, string>> = {}): Promise<LocalStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-journey-'));
    // Laid out beforehand, because a first start spends most of its time on it.
    await layMigratedPostgres(dataDir);
    const stack = new LocalStack({ ...more, ...(await stackEnv(dataDir)) });
    await stack.startAgain();
    return stack;
  }

  /** A start that may not serve yet. */
  begin(more: Readonly<Record<string, string>> = {}): Command {
    this.#command = Command.node([START], { env: { ...this.env, ...more }, cwd: ROOT });
    return this.#command;
  }

  async startAgain(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.begin(more).printed(/Stop with Ctrl-C/);
    const { keys } = JSON.parse(await readFile(join(this.dataDir, 'demo.json'), 'utf8')) as {
      keys: { scale: string };
    };
    this.#caller = new Caller(this.baseUrl, keys.scale);
  }

  /** The latest start. */
  get command(): Command {
    if (this.#command === undefined) throw new Error('The stack was not started.');
    return this.#command;
  }

  /** With the key of the largest plan. */
  get caller(): Caller {
    if (this.#caller === undefined) throw new Error('The stack was not started.');
    return this.#caller;
  }

  async remove(): Promise<void> {
    this.#command?.killAll();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
