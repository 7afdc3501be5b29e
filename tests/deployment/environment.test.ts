import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as embedding from '@imagesearch/embedding/config';
import * as gateway from '@imagesearch/gateway/config';
import * as ingest from '@imagesearch/ingest/config';
import * as reranker from '@imagesearch/reranker/config';
import * as retrieval from '@imagesearch/retrieval/config';
import * as rights from '@imagesearch/rights/config';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { readText, ROOT } from '@imagesearch/testkit/repository';
import { parse } from 'yaml';

interface Compose {
  services: Record<string, { environment?: Record<string, string | null>; build?: { args?: string[] } }>;
}

/** What each service reads, with its defaults, as its own configuration says. */
const CONFIGS = { gateway, embedding, retrieval, reranker, rights, ingest };
const VARIABLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(CONFIGS).map(([service, { variables }]) => [service, Object.keys(variables)]),
);

/** Their names in docker-compose.yml, where both the worker and the command are ingest. */
const SERVICES = Object.keys(CONFIGS).map((name) => [name === 'ingest' ? 'worker' : name, name] as const);

/** Set by the image, which also says where volumes go. */
const OF_THE_IMAGE = ['DATA_DIR'];
/** What an image or its build sets besides variables of services. */
const OF_THE_RUNTIME = [
  'CI',
  'PATH',
  'NODE_ENV',
  'ORT_DISABLE_TELEMETRY',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];

const compose = parse(readText('docker-compose.yml'), { merge: true }) as Compose;

function composed(name: string): string[] {
  return Object.keys(compose.services[name]?.environment ?? {});
}

it('the page of the configuration names every variable of every service, and no other', () => {
  const page = readText('docs/reference/configuration.md');
  const cells = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell = '']) => cell);
  const named = new Set(
    cells.flatMap((cell) => [...cell.matchAll(/[A-Z][A-Z0-9_]{3,}/g)].map(([name]) => name)),
  );
  const read = Object.values(VARIABLES).flat();
  const withoutFile = (name: string) => name.replace(/_FILE$/, '');
  expect(
    read.filter((name) => !named.has(name) && !named.has(withoutFile(name)) && !name.startsWith('OTEL_')),
  ).toEqual([]);
  expect([...named].filter((name) => !read.includes(name) && name !== 'OTEL_')).toEqual([]);
});

/** Their defaults depend on the machine or are public addresses, or a page of their own has them. */
const SAID_IN_WORDS =
  /^(EMBEDDING_THREADS|RERANKER_THREADS|INGEST_MACHINE|OTEL_.*|(OPENVERSE|WIKIMEDIA|MET|FLICKR)_URL)$/;
/** A row of four addresses says the first one. */
const FIRST_ADDRESS = '127.0.0.1:7001';

it.each(Object.entries(CONFIGS))(
  'the page of the configuration says the defaults of %s',
  (_, { variables }) => {
    const page = readText('docs/reference/configuration.md');
    const rows = [...page.matchAll(/^\| (`[^|]*`) \| ([^|]*) \|/gm)];
    const wrong = Object.entries(variables).filter(([name, value]) => {
      // An empty list is said in words too.
      if (value === undefined || typeof value === 'object' || SAID_IN_WORDS.test(name)) return false;
      const said = rows.flatMap(([, names, cell]) =>
        names?.includes(`\`${name}\``) ? (cell?.match(/[^\s`,;]+/g) ?? []) : [],
      );
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const isAddress = name.endsWith('_ADDRESS');
      return !said.includes(isAddress ? FIRST_ADDRESS : text.replace(`${ROOT}/`, ''));
    });
    expect(wrong).toEqual([]);
  },
);

describe('variables in docker-compose.yml', () => {
  it.each(SERVICES)('%s gets everything that it reads, and nothing else', (name, service) => {
    const read = VARIABLES[service] ?? [];
    const given = [...composed(name), ...OF_THE_IMAGE];
    expect(composed(name).filter((variable) => !read.includes(variable))).toEqual([]);
    expect(read.filter((one) => !given.includes(one) && !given.includes(one.replace(/_FILE$/, '')))).toEqual(
      [],
    );
  });

  it('the command that prepares models gets only what the services of models read', () => {
    expect(composed('models').filter((variable) => !VARIABLES['embedding']?.includes(variable))).toEqual([]);
  });

  it('every variable of .env.example is one that the file uses', () => {
    const text = readText('docker-compose.yml');
    const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    for (const { build } of Object.values(compose.services))
      for (const name of build?.args ?? []) used.add(name);
    for (const name of SERVICES.flatMap(([service]) => composed(service))) used.add(name);
    const named = [...readText('.env.example').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((name) => !used.has(name) && name !== 'COMPOSE_PROFILES')).toEqual([]);
  });
});

describe('the containers of docker-compose.yml', () => {
  const services = Object.entries(compose.services) as [string, Record<string, unknown>][];

  it('are bounded in memory and processes', () => {
    for (const [name, { mem_limit: memory, pids_limit: processes }] of services)
      expect({ name, memory, processes }).toMatchObject({ memory: expect.any(String), processes: 512 });
  });

  it('write nowhere but into volumes, without capabilities, but for those that set their volume up', () => {
    const open = services.filter(
      ([, { read_only: isReadOnly, cap_drop: dropped }]) => isReadOnly !== true || !dropped,
    );
    expect(open.map(([name]) => name)).toEqual(['postgres', 's3-bucket']);
  });

  it('are reached from this machine only, but for TLS', () => {
    const published = services.flatMap(([name, { ports }]) =>
      ((ports as string[] | undefined) ?? []).map((port) => [name, port]),
    );
    expect(published.filter(([, port]) => !port?.startsWith('${HTTP_BIND:-127.0.0.1}:'))).toEqual([
      ['tls', '80:80'],
      ['tls', '443:443'],
    ]);
  });
});

describe('the commands with Docker', () => {
  const FILES = ['docker-compose.yml', '.env.example', 'infra/docker/make-env.sh'];
  const folder = folderOfSuite();
  beforeAll(() => {
    for (const file of FILES) cpSync(join(ROOT, file), join(folder, file));
    execFileSync('sh', ['infra/docker/make-env.sh'], { cwd: folder });
  });

  it('are the same in the README and in the guide', () => {
    const commandsOf = (path: string) =>
      /^sh infra\/docker\/make-env\.sh[\s\S]*?(?=^```)/m.exec(readText(path))?.[0].replace(/ +#/, ' #');
    expect(commandsOf('README.md')).toContain('docker compose up');
    expect(commandsOf('docs/how-to/compose.md')).toBe(commandsOf('README.md'));
  });

  it('begin by giving each required variable a secret of its own, for this user alone', () => {
    const required = new Set(
      [...readText('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name),
    );
    const written = [...readFileSync(join(folder, '.env'), 'utf8').matchAll(/^([A-Z_]+)=([0-9a-f]{64})$/gm)];
    expect(new Set(written.map(([, name]) => name))).toEqual(required);
    expect(new Set(written.map(([, , secret]) => secret)).size).toBe(required.size);
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
  });

  itWith(ENGINES.compose, 'have a file that Docker Compose accepts', () => {
    execFileSync('docker', ['compose', '--profile', '*', 'config', '--quiet'], { cwd: folder });
  });
});

describe('variables in the images', () => {
  it('each one is read by a service', () => {
    const set = [...readText('infra/docker/Dockerfile').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !name.endsWith('_IMAGE') && !OF_THE_RUNTIME.includes(name));
    const read = new Set(Object.values(VARIABLES).flat());
    expect(set).toContain('EMBEDDING_LISTEN');
    expect(set.filter((name) => !read.has(name))).toEqual([]);
  });
});

describe('variables in the chart', () => {
  it('the guide makes every secret that the chart expects, and no other', () => {
    const { secrets } = parse(readText('infra/helm/image-search/values.yaml')) as {
      secrets: Record<string, { name: string; key: string }>;
    };
    const expected = Object.values(secrets).filter(({ name }) => name === 'image-search');
    const [command = ''] =
      /create secret generic image-search \\\n[\s\S]*?(?=^helm)/m.exec(
        readText('docs/how-to/kubernetes.md'),
      ) ?? [];
    const made = [...command.matchAll(/--from-literal=([a-z-]+)=/g)].map(([, key]) => key);
    expect(made.sort()).toEqual(expected.map(({ key }) => key).sort());
  });

  it('each is read by its service, and every other one can be set in the values', () => {
    const check = spawnSync(process.execPath, ['scripts/generate.mjs', 'chart', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status: check.status, errors: check.stderr }).toEqual({ status: 0, errors: '' });
  });
});

it.each(Object.entries({ embedding, retrieval, reranker, rights }))(
  '%s beyond this machine needs a token, which is named beside every other fault',
  (name, { loadConfig }) => {
    const variable = `${name.toUpperCase()}_LISTEN`;
    const bad = () => loadConfig({ [variable]: '0.0.0.0:0', LOG_LEVEL: 'loud' });
    expect(bad).toThrow(`SERVICE_TOKEN: required (or SERVICE_TOKEN_FILE) while ${variable}`);
    expect(bad).toThrow('LOG_LEVEL');
  },
);
