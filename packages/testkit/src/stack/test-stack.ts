import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { Scope } from '@imagesearch/gateway/keys/api-key';
import type { Source } from '@imagesearch/ingest/sources/source';
import { ingest, type IngestSummary } from '@imagesearch/ingest/pipeline/ingest';
import { startStack, type Stack, type StackOptions } from '@imagesearch/local-stack/stack';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';
import { layMigratedPostgres } from '../stores/empty-postgres.js';
import { IngestCommand } from '../processes/ingest-command.js';
import { Caller } from './caller.js';
import { pricingWithLimits } from './pricing.js';
import { smallCollection } from '../images/small-collection.js';

export type PlanName = 'free' | 'starter' | 'pro' | 'scale' | 'custom';

/** All five services on embedded stores of a test's own, with the small collection in them, on plans without limits. */
export class TestStack {
  readonly stack: Stack;
  readonly dataDir: string;
  #clients: IngestClients | undefined;

  private constructor(stack: Stack, dataDir: string) {
    this.stack = stack;
    this.dataDir = dataDir;
  }

  static async start(
    collection: Source = smallCollection(),
    { env: more = {}, ...options }: Partial<StackOptions> = {},
  ): Promise<TestStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-stack-'));
    const env = {
      DATA_DIR: dataDir,
      PRICING_FILE: await pricingWithLimits(dataDir),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...more,
    };
    await layMigratedPostgres(dataDir);
    const running = new TestStack(await startStack({ env, ...options }), dataDir);
    await running.ingestAsset(collection);
    return running;
  }

  /** Over a copy of a demonstration's data, which may be open meanwhile. */
  static async over(source: string): Promise<TestStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-stack-'));
    await cp(source, dataDir, { recursive: true, filter: (path) => !path.includes(FOLDER_LOCK_NAME) });
    const stack = await startStack({ env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' } });
    return new TestStack(stack, dataDir);
  }

  get baseUrl(): string {
    return this.stack.gateway.baseUrl();
  }

  /** Of its services, open until it stops. */
  get clients(): IngestClients {
    return (this.#clients ??= openClients(this.stack.addresses));
  }

  ingestAsset(collection: Source): Promise<IngestSummary> {
    return ingest(collection, this.clients);
  }

  /** Runs the operator's command on this stack, to its end. `env` may name other services. */
  async runIngest(
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<{ exitCode: number | null; output: string }> {
    const command = new IngestCommand(args, { DATA_DIR: this.dataDir, ...this.stack.addresses, ...env });
    return { exitCode: await command.end(), output: command.output };
  }

  /** A key of a fresh account, so that no test sees another's credits. */
  async newKey(plan: PlanName, scopes?: readonly Scope[]): Promise<string> {
    const { gateway } = this.stack;
    const account = await gateway.accounts().ensure({ name: crypto.randomUUID(), plan, billingDay: 1 });
    return (await gateway.keys().create(account.id, { environment: 'live', ...(scopes && { scopes }) })).key;
  }

  async newCaller(plan: PlanName = 'custom', scopes?: readonly Scope[]): Promise<Caller> {
    return new Caller(this.baseUrl, await this.newKey(plan, scopes));
  }

  async stop(): Promise<void> {
    if (this.#clients) closeClients(this.#clients);
    await this.stack.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
