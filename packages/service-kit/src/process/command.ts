import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ConfigError } from '../config.js';
import { toAppError } from '../errors.js';
import { FolderInUseError } from '../files/folder-lock.js';
import { storageFaultOf } from '../files/storage-fault.js';
import { listenForStop, type StopRequest } from './stop-request.js';
import { printed, printErr, printOut } from './terminal.js';

/** Of a command that could not do what was asked. */
export const EXIT_FAILED = 1;
/** Of a command, an argument or a configuration that cannot be carried out as it is. */
export const EXIT_INVALID = 2;

/** A command was not done. Its message says why, and no stack trace is printed. */
export class CommandFailure extends Error {
  readonly exitCode: number = EXIT_FAILED;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The operator asked for something impossible, and has to ask for something else. */
export class OperatorError extends CommandFailure {
  override readonly exitCode = EXIT_INVALID;
}

/** Where a command prints; each text is one or more whole lines. */
export interface Outputs {
  out: (text: string) => void;
  err: (text: string) => void;
}

export const TERMINAL: Outputs = { out: printOut, err: printErr };

interface CommandLook {
  /** As a person types it: `npm run models --`. */
  name: string;
  description: string;
  /** Printed below the help. */
  after?: string;
  outputs?: Outputs;
}

/** A command as a person types it. What is added below it prints and refuses in the same way. */
export function commandOf({ name, description, after = '', outputs = TERMINAL }: CommandLook): Command {
  return new Command(name)
    .description(description)
    .configureOutput({
      writeOut: (text) => outputs.out(text.trimEnd()),
      writeErr: (text) => outputs.err(text.trimEnd()),
    })
    .exitOverride()
    .showHelpAfterError('(--help says what it takes)')
    .addHelpText('after', after);
}

/** What a running command gets from its process. */
export interface CommandRun extends Pick<StopRequest, 'signal' | 'allow'> {
  /** Resolves a path against the folder where the operator typed the command. */
  resolvePath: (path: string) => string;
}

interface Ending {
  outputs?: Outputs;
  /** The next run of the command goes on where this one stops, and a failure says so. */
  continues?: boolean;
  /** Of an error that this command knows better; undefined for all others. */
  explain?: (error: unknown) => Promise<string | undefined> | string | undefined;
}

const GO_ON = 'Stopped: run the command again to continue.';

/**
 * Runs what a person typed to its end, prints what went wrong in words, and ends the process: with 0 when it was done, 1 when it
 * was not, 2 when it cannot be carried out as it is, and with 128 plus the number of the signal that stopped it.
 */
export async function runCommand(create: (run: CommandRun) => Command, ending: Ending = {}): Promise<never> {
  const stop = listenForStop(ending.continues === true ? GO_ON : undefined);
  // An engine that aborts can throw outside of any call.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      void reported(error, ending, stop.signal).then((code) => process.exit(stop.exitCode() ?? code));
    });
  const { signal, allow } = stop;
  const program = create({ signal, allow, resolvePath });
  const code = await carryOut(program, process.argv.slice(2), { ...ending, signal });
  await printed();
  process.exit(stop.exitCode() ?? code);
}

/** @returns the exit code; 0 for help that was asked for. */
export async function carryOut(
  program: Command,
  args: readonly string[],
  { signal, ...ending }: Ending & { signal?: AbortSignal } = {},
): Promise<number> {
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reported(error, ending, signal);
  }
}

/** npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD. */
function resolvePath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}

async function reported(
  error: unknown,
  { outputs = TERMINAL, continues = false, explain }: Ending,
  signal: AbortSignal | undefined,
): Promise<number> {
  // The library has printed the help or what is wrong.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_INVALID;
  if (error instanceof OperatorError || error instanceof ConfigError) {
    outputs.err(error.message);
    return error instanceof OperatorError ? error.exitCode : EXIT_INVALID;
  }
  if (signal?.aborted !== true)
    outputs.err(`${continues ? 'Stopped: ' : ''}${(await explain?.(error)) ?? inWords(error)}`);
  else if (continues) outputs.err(GO_ON);
  return EXIT_FAILED;
}

function inWords(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof FolderInUseError) return error.message;
  const fault = storageFaultOf(error);
  if (fault !== undefined) return fault.message;
  const { code, message, cause } = toAppError(error);
  return code === 'internal' && cause instanceof Error ? cause.message : message;
}

/** For an argument or an option. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Expected a whole number above 0.');
  return Number(text);
}
