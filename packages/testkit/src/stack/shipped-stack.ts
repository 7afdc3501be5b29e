import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES, found, type ShippedOn } from '../engines.js';
import { newAuthority, writeTlsFiles } from '../network/certificates.js';
import { freePort } from '../network/free-port.js';
import { IngestCommand } from '../processes/ingest-command.js';
import { runProduct } from '../processes/product-program.js';
import type { Ended } from '../processes/program.js';
import { ServiceProcess, type ServiceName } from '../processes/service-process.js';
import { readText } from '../repository.js';
import { administer, createOnServer } from '../stores/databases.js';

/** In the order in which Docker Compose starts them. */
const SERVICES = ['retrieval', 'rights', 'embedding', 'reranker', 'gateway'] as const;
const ROLES = { gateway: 'imagesearch_gateway', rights: 'imagesearch_rights' } as const;
const ACCOUNTS = 'services/gateway/dist/accounts-main.js';

/** Without rights to the files of the images, as user 1000 is in a container. */
const USER = found(ENGINES.plainUser) ?? {};

type Env = Record<string, string>;

/**
 * The product as it is deployed: five processes, prepared by the commands of its images, on Postgres with a role for each
 * schema, on Redis, with certificates between services.
 */
export class ShippedStack {
  readonly services: Readonly<Record<ServiceName, ServiceProcess>>;
  /** Of all services and commands. */
  readonly env: Env;
  readonly databaseUrl: string;
  readonly #end: () => Promise<void>;

  private constructor(
    services: Record<ServiceName, ServiceProcess>,
    env: Env,
    databaseUrl: string,
    end: () => Promise<void>,
  ) {
    this.services = services;
    this.env = env;
    this.databaseUrl = databaseUrl;
    this.#end = end;
  }

  static async start({ postgresUrl, redisUrl }: ShippedOn): Promise<ShippedStack> {
    const home = await mkdtemp(join(tmpdir(), 'imagesearch-shipped-'));
    const database = await createOnServer(postgresUrl);
    const services = {} as Record<ServiceName, ServiceProcess>;
    const end = async (): Promise<void> => {
      for (const service of Object.values(services)) await service.stop('SIGKILL');
      await database.drop();
      await rm(home, { recursive: true, force: true });
    };
    try {
      await administer(database.url, readText('infra/postgres/roles.sql'));
      const env = await commonEnv(home, redisUrl);
      for (const schema of ['gateway', 'rights'] as const)
        await prepare('migrate', 'packages/local-stack/dist/migrate.js', [schema], {
          DATABASE_URL: urlOf(database.url, schema),
        });
      await prepare('models', 'packages/models/dist/main.js', ['prepare'], env);
      for (const name of SERVICES) services[name] = await serviceOf(name, env, database.url);
      const stack = new ShippedStack(services, env, database.url, end);
      for (const name of SERVICES) await services[name].start();
      return stack;
    } catch (error) {
      await end();
      throw error;
    }
  }

  get baseUrl(): string {
    return this.services.gateway.baseUrl;
  }

  /** A key of a new account without limits, made by the operator's command. */
  async newKey(scopes: readonly string[]): Promise<string> {
    const name = `shipped-${randomBytes(4).toString('hex')}`;
    const { env } = this.services.gateway;
    await prepare('gateway', ACCOUNTS, ['create', '--name', name, '--plan', 'custom'], env);
    const asked = ['keys', 'create', name, '--name', 'all', '--scopes', scopes.join(','), '--json'];
    const { key } = JSON.parse((await prepare('gateway', ACCOUNTS, asked, env)).output) as { key: string };
    return key;
  }

  /** The operator's command, which has not ended yet. */
  ingest(...args: string[]): IngestCommand {
    return new IngestCommand(args, this.env, [], USER);
  }

  stop(): Promise<void> {
    return this.#end();
  }
}

async function commonEnv(home: string, redisUrl: string): Promise<Env> {
  const authority = await newAuthority();
  const tls = await writeTlsFiles(join(home, 'tls'), await authority.issue(['localhost']), authority);
  for (const name of ['data', 'models']) await mkdir(join(home, name));
  if (USER.uid !== undefined)
    for (const path of [home, ...(await readdir(home, { recursive: true })).map((name) => join(home, name))])
      await chown(path, USER.uid, USER.uid);
  const addresses: Env = {};
  for (const name of SERVICES)
    if (name !== 'gateway')
      addresses[`${name.toUpperCase()}_ADDRESS`] = `dns:///localhost:${await freePort()}`;
  const secret = () => randomBytes(32).toString('hex');
  return {
    ...tls,
    ...addresses,
    DATA_DIR: join(home, 'data'),
    MODEL_DIR: join(home, 'models'),
    MODEL_PROFILE: 'lite',
    REDIS_URL: redisUrl,
    INGEST_QUEUE: `shipped-${randomBytes(4).toString('hex')}`,
    INGEST_MACHINE: 'shipped',
    SERVICE_TOKEN: secret(),
    KEY_SECRET: secret(),
    DOWNLOAD_SECRET: secret(),
    LOG_LEVEL: 'warn',
    DRAIN_DELAY_MS: '0',
  };
}

async function serviceOf(name: ServiceName, env: Env, databaseUrl: string): Promise<ServiceProcess> {
  if (name === 'gateway')
    return ServiceProcess.create(
      name,
      { ...env, DATABASE_URL: urlOf(databaseUrl, name), HOST: '127.0.0.1' },
      { limits: USER },
    );
  const own = {
    // `models` brought what they read.
    MODEL_FETCH: 'never',
    METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
    ...(name === 'rights' && { DATABASE_URL: urlOf(databaseUrl, name) }),
  };
  const port = env[`${name.toUpperCase()}_ADDRESS`]?.split(':').at(-1) ?? '';
  return ServiceProcess.create(name, { ...env, ...own }, { listen: `127.0.0.1:${port}`, limits: USER });
}

function urlOf(databaseUrl: string, schema: keyof typeof ROLES): string {
  const url = new URL(databaseUrl);
  url.username = ROLES[schema];
  return url.href;
}

/** Runs a command of an image, which must succeed. */
async function prepare(image: string, script: string, args: readonly string[], env: Env): Promise<Ended> {
  const ended = await runProduct(image, script, args, env, USER);
  if (ended.code !== 0)
    throw new Error(`${image} ${args.join(' ')} ended with ${ended.code}: ${ended.output}`);
  return ended;
}
