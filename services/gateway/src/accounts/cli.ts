import { Command, CommanderError, Option } from 'commander';
import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import { storageFaultOf } from '@imagesearch/service-kit/files/storage-fault';
import type { Bounds } from '../assets/bounds.js';
import type { Use } from '../assets/usable.js';
import {
  DEFAULT_SCOPES,
  KEY_ENVIRONMENTS,
  SCOPES,
  type KeyEnvironment,
  type Scope,
} from '../keys/api-key.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhooks/webhook-store.js';
import { OperatorError, printResult, type CommandResult, type Outputs } from './command-result.js';
import {
  DEFAULT_GRACE_MS,
  parseBillingDay,
  parseCreditCount,
  parseDurationMs,
  parseExpiry,
  parseName,
  parseNames,
  parsePurposes,
  parseScopes,
  parseWebhookEvents,
  parseWebhookUrl,
} from './inputs.js';
import type { Operation } from './operation.js';
import { OPERATIONS } from './operations.js';

/** Carries out operations: on the gateway's own stores, or through the operator's port of a running gateway. */
export type Perform = <Input>(operation: Operation<Input>, input: Input) => Promise<CommandResult>;

/** Prints the result of an operation as a table, or as JSON with `--json`. */
type Run = <Input>(command: Command, operation: Operation<Input>, input: Input) => Promise<void>;

const EXAMPLES = `
Examples:
  npm run accounts -- create --name acme --plan starter
  npm run accounts -- list
  npm run accounts -- plan acme pro
  npm run accounts -- keys create acme --name nightly --scopes search,asset --expires 90d
  npm run accounts -- keys create acme --name shop --sources studio --usable-for commercial
  npm run accounts -- keys rotate isk_live_Ab12c --grace 24h
  npm run accounts -- credits grant acme 250

The commands work beside a running stack. Every command takes --help.`;

const EXIT_DONE = 0;
const EXIT_FAILED = 1;
/** An invalid command, argument or configuration. */
const EXIT_INVALID = 2;

/** Returns the exit status: 0 for success, 1 for a command that failed, 2 for an invalid one. */
export async function runAccounts(
  args: readonly string[],
  perform: Perform,
  outputs: Outputs,
): Promise<number> {
  const run: Run = async (command, operation, input) => {
    const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
    printResult(await perform(operation, input), json, outputs);
  };
  try {
    await createProgram(run, outputs).parseAsync([...args], { from: 'user' });
    return EXIT_DONE;
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_INVALID;
    outputs.err(explain(error));
    return error instanceof ConfigError ? EXIT_INVALID : EXIT_FAILED;
  }
}

function createProgram(run: Run, { out, err }: Outputs): Command {
  const program = new Command('npm run accounts --')
    .description('Accounts of the gateway, their plans, their credits and their keys.')
    .addHelpText('after', EXAMPLES);
  addAccountCommands(program, run);
  addKeyCommands(program.command('keys').description('the API keys of accounts'), run);
  addCreditCommands(program.command('credits').description('the credits of accounts'), run);
  addWebhookCommands(program.command('webhooks').description('where accounts are told about events'), run);
  addAuditCommand(program, run);
  for (const command of allOf(program)) {
    command
      .exitOverride()
      .showHelpAfterError()
      .configureOutput({
        writeOut: (text) => out(text.trimEnd()),
        writeErr: (text) => err(text.trimEnd()),
      });
    if (command.commands.length === 0) command.option('--json', 'print JSON instead of a table');
  }
  return program;
}

function addAccountCommands(program: Command, run: Run): void {
  program
    .command('create')
    .description('make an account and its first key, which is printed once')
    .requiredOption('--name <account>', 'a name that no other account has', parseName)
    .requiredOption('--plan <plan>', 'a plan of the price list')
    .option(
      '--billing-day <day>',
      "day of the month on which credits reset (default: today's)",
      parseBillingDay,
    )
    .action(
      ({ name, plan, billingDay }: { name: string; plan: string; billingDay?: number }, command: Command) =>
        run(command, OPERATIONS.createAccount, { name, plan, billing_day: billingDay }),
    );
  program
    .command('list')
    .description('every account: its plan, its billing day, and how many of its keys work')
    .action((_options: object, command: Command) => run(command, OPERATIONS.listAccounts, {}));
  program
    .command('plan')
    .description('put an account on another plan; every gateway follows within 5 seconds')
    .argument('<account>', 'its name')
    .argument('<plan>', 'a plan of the price list')
    .action((account: string, plan: string, _options: object, command: Command) =>
      run(command, OPERATIONS.changePlan, { account, plan }),
    );
  program
    .command('usage')
    .description("an account's credits in its current billing period")
    .argument('<account>', 'its name')
    .action((account: string, _options: object, command: Command) =>
      run(command, OPERATIONS.showUsage, { account }),
    );
}

interface NewKeyOptions {
  name: string;
  env: KeyEnvironment;
  scopes: Scope[];
  expires?: Date;
  sources?: string[];
  licenses?: string[];
  usableFor?: Use;
}

function addKeyCommands(keys: Command, run: Run): void {
  addCreateCommand(keys, run);
  keys
    .command('list')
    .description('keys of an account, or of all: never the key itself')
    .argument('[account]', 'its name')
    .action((account: string | undefined, _options: object, command: Command) =>
      run(command, OPERATIONS.listKeys, { account }),
    );
  keys
    .command('rotate')
    .description('replace a key by one with the same name, scopes, bounds and expiry; it is printed once')
    .argument('<key>', 'the id of the key, or its prefix')
    .option(
      '--grace <duration>',
      'how long the old key still works: 30m, 24h, 7d, 0 (default: 24h)',
      parseDurationMs,
      DEFAULT_GRACE_MS,
    )
    .action((key: string, { grace }: { grace: number }, command: Command) =>
      run(command, OPERATIONS.rotateKey, { key, grace_ms: grace }),
    );
  keys
    .command('revoke')
    .description('end a key; every gateway refuses it within 5 seconds')
    .argument('<key>', 'the id of the key, or its prefix')
    .action((key: string, _options: object, command: Command) => run(command, OPERATIONS.revokeKey, { key }));
}

function addCreateCommand(keys: Command, run: Run): void {
  keys
    .command('create')
    .description('make another key of an account; it is printed once')
    .argument('<account>', 'its name')
    .option('--name <name>', 'what the key is for', parseName, 'default')
    .option(
      '--scopes <scopes>',
      `what it may be used for: ${SCOPES.join(',')}; ingest adds, edits and deletes images of the account, account manages its keys`,
      parseScopes,
      [...DEFAULT_SCOPES],
    )
    .option(
      '--expires <when>',
      'its last day (2027-12-31, UTC) or a duration (90d); by default it does not expire',
      parseExpiry,
    )
    .addOption(
      new Option(
        '--env <env>',
        'test: searches are free, and see only the images of the demonstration; part of the key: isk_test_…',
      )
        .choices(KEY_ENVIRONMENTS)
        .default('live'),
    )
    .option('--sources <sources>', 'restrict it to these collections: a,b', parseNames)
    .option('--licenses <codes>', 'restrict it to these licences: cc0,cc-by-4.0', parseNames)
    .option(
      '--usable-for <purposes>',
      'restrict it to images known to be usable for: commercial,modify,attribute=false',
      parsePurposes,
    )
    .action((account: string, options: NewKeyOptions, command: Command) => {
      const { name, env: environment, scopes, expires } = options;
      const expires_at = expires?.toISOString() ?? null;
      const input = { account, name, environment, scopes, expires_at, bounds: boundsIn(options) };
      return run(command, OPERATIONS.createKey, input);
    });
}

function boundsIn({ sources, licenses, usableFor }: NewKeyOptions): Bounds | null {
  if (sources === undefined && licenses === undefined && usableFor === undefined) return null;
  return {
    ...(sources && { sources }),
    ...(licenses && { licenses }),
    ...(usableFor && { usable_for: usableFor }),
  };
}

function addAuditCommand(program: Command, run: Run): void {
  program
    .command('audit')
    .description('what operators did, oldest first; with --json, one line for each action')
    .option('--last <duration>', 'how far back: 30m, 24h, 7d', parseDurationMs)
    .option('--limit <actions>', 'only the latest ones, at most 10000', parseCreditCount, 100)
    .action(({ last, limit }: { last?: number; limit: number }, command: Command) => {
      const since = last === undefined ? undefined : new Date(Date.now() - last).toISOString();
      return run(command, OPERATIONS.readAudit, { since, limit });
    });
}

function addCreditCommands(credits: Command, run: Run): void {
  credits
    .command('grant')
    .description("add credits to an account's current billing period; they expire with it")
    .argument('<account>', 'its name')
    .argument('<credits>', 'how many', parseCreditCount)
    .action((account: string, count: number, _options: object, command: Command) =>
      run(command, OPERATIONS.grantCredits, { account, credits: count }),
    );
  credits
    .command('pack')
    .description('add a credit pack of the price list: its credits do not expire, and are used last')
    .argument('<account>', 'its name')
    .option('--count <packs>', 'how many packs', parseCreditCount, 1)
    .action((account: string, { count }: { count: number }, command: Command) =>
      run(command, OPERATIONS.addPack, { account, count }),
    );
}

function addWebhookCommands(webhooks: Command, run: Run): void {
  webhooks
    .command('create')
    .description('tell an account about events; the secret that signs them is printed once')
    .argument('<account>', 'its name')
    .requiredOption('--url <address>', 'public https address', parseWebhookUrl)
    .option('--events <events>', `which events: ${WEBHOOK_EVENTS.join(',')}`, parseWebhookEvents, [
      ...WEBHOOK_EVENTS,
    ])
    .action((account: string, options: { url: string; events: WebhookEvent[] }, command: Command) =>
      run(command, OPERATIONS.createWebhook, { account, ...options }),
    );
  webhooks
    .command('list')
    .description('webhooks of an account, or of all, with pending deliveries and those given up')
    .argument('[account]', 'its name')
    .action((account: string | undefined, _options: object, command: Command) =>
      run(command, OPERATIONS.listWebhooks, { account }),
    );
  webhooks
    .command('delete')
    .description('delete a webhook, with its pending deliveries')
    .argument('<webhook>', 'its id')
    .action((webhook: string, _options: object, command: Command) =>
      run(command, OPERATIONS.deleteWebhook, { webhook }),
    );
  webhooks
    .command('dead')
    .description('the latest deliveries that were given up after a day')
    .argument('<account>', 'its name')
    .action((account: string, _options: object, command: Command) =>
      run(command, OPERATIONS.listDeadLetters, { account }),
    );
  webhooks
    .command('retry')
    .description('retry deliveries that were given up, for another day')
    .argument('<id>', 'id of a delivery that was given up, or of a webhook for all its deliveries')
    .action((id: string, _options: object, command: Command) =>
      run(command, OPERATIONS.retryDeadLetters, { id }),
    );
}

function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function explain(error: unknown): string {
  const fault = storageFaultOf(error);
  if (fault !== undefined) return fault.message;
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  const { code, message, cause } = toAppError(error);
  return code === 'internal' && cause instanceof Error ? cause.message : message;
}
