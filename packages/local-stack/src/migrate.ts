import { GATEWAY_SCHEMA } from '@imagesearch/gateway/stores';
import { RIGHTS_SCHEMA } from '@imagesearch/rights/config';
import { ConfigError, databaseUrl, logLevel, parseConfig } from '@imagesearch/service-kit/config';
import { createLogger } from '@imagesearch/service-kit/logging';
import { migrateServer } from '@imagesearch/service-kit/postgres/migrate';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { Argument } from 'commander';
import { z } from 'zod';
import { runLocalCommand } from './local-command.js';

const SCHEMAS = { gateway: GATEWAY_SCHEMA, rights: RIGHTS_SCHEMA } as const;
const NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

const environment = z.object({ DATABASE_URL: databaseUrl, LOG_LEVEL: logLevel });

await runLocalCommand(
  {
    name: 'migrate',
    description:
      'Brings the schemas of the services to what this release needs, on the Postgres server of DATABASE_URL. Run it ' +
      'before the services of a release start; they only check. Running it again, or twice at once, is harmless.',
    after: `
Environment:
  DATABASE_URL   the server itself, not a connection pooler in front of it; DATABASE_URL_FILE names a file with it
  LOG_LEVEL      info by default

Embedded stores need no migration by hand: npm start and npm run demo migrate by themselves.
`,
  },
  (command) =>
    command
      .addArgument(new Argument('[services...]', 'whose schemas; without a name all of them').choices(NAMES))
      .action((named: typeof NAMES) => migrate(named.length > 0 ? named : NAMES)),
);

async function migrate(names: typeof NAMES): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL } = parseConfig(environment, process.env);
  if (DATABASE_URL === undefined)
    throw new ConfigError(['Set DATABASE_URL; embedded stores need no migration.']);
  const logger = createLogger({ service: 'migrate', level: LOG_LEVEL });
  for (const name of new Set(names)) {
    await migrateServer(DATABASE_URL, { ...SCHEMAS[name], logger });
    printOut(`The schema ${SCHEMAS[name].schema} is up to date.`);
  }
}
