import { Argument, Option, type Command } from 'commander';
import { z } from 'zod';
import { commandOf, TERMINAL } from '@imagesearch/service-kit/process/command';
import type { CommandResult, OperatorSide } from '../operations/command.js';
import { printResult } from './command-result.js';
import { parsed, parseNames } from './inputs.js';
import { COMMANDS } from './operations.js';

/** Carries out operations: on the gateway's own stores, or through the operator's port of a running gateway. */
export type Perform = (operation: string, input: object) => Promise<CommandResult>;

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

/** Commands of two words begin with one of these. */
const GROUPS: Readonly<Record<string, string>> = {
  keys: 'the API keys of accounts',
  credits: 'the credits of accounts',
  webhooks: 'where accounts are told about events',
};

export function createProgram(perform: Perform, outputs = TERMINAL): Command {
  const program = commandOf({
    name: 'npm run accounts --',
    description: 'Accounts of the gateway, their plans, their credits and their keys.',
    after: EXAMPLES,
    outputs,
  });
  for (const [name, operation] of Object.entries(COMMANDS)) {
    if (operation.command === undefined) continue;
    const { command, input } = addCommand(program, operation.command, operation);
    command.option('--json', 'print JSON instead of a table').action(async () => {
      const { json = false } = command.opts<{ json?: boolean }>();
      printResult(await perform(name, input), json, outputs);
    });
  }
  return program;
}

/** @returns the command, and the input that its line fills. */
function addCommand(program: Command, line: string, { says = '', options = [], fields }: OperatorSide) {
  const parts = line.split(' ');
  const isArgument = (part: string): boolean => /^[<[]/.test(part);
  const [verb = '', group] = parts.filter((part) => !isArgument(part)).reverse();
  const command = groupIn(program, group).command(verb).description(says);

  const input: Record<string, unknown> = {};
  const into = (field: string, schema: z.ZodType | undefined, read: (text: string) => unknown) => {
    const [name = '', inner] = field.split('.');
    return (text: string): void => {
      const value = schema ? parsed(schema, read(text)) : read(text);
      input[name] = inner === undefined ? value : { ...(input[name] as object | undefined), [inner]: value };
    };
  };
  const named = options.map(({ field }) => field.split('.')[0]);
  for (const [name, schema] of Object.entries(fields)) {
    const given = into(name, schema, readerOf(schema));
    const argument = parts.find((part) => isArgument(part) && part.slice(1, -1) === name);
    if (argument !== undefined)
      command.addArgument(new Argument(argument, schema.description).argParser(given));
    else if (!named.includes(name)) command.addOption(optionOf(name, schema).argParser(given));
  }
  for (const { flags, says: help, field, read = asItIs } of options)
    command.addOption(new Option(flags, help).argParser(into(field, fields[field], read)));
  return { command, input };
}

function optionOf(name: string, schema: z.ZodType): Option {
  const flag = name.replaceAll('_', '-');
  const { success: isOptional, data: byDefault } = schema.safeParse(undefined);
  const option = new Option(`--${flag} <${flag}>`, schema.description).default(byDefault);
  return option.makeOptionMandatory(!isOptional);
}

function readerOf(schema: z.ZodType): (text: string) => unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return readerOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNumber) return Number;
  return schema instanceof z.ZodArray ? parseNames : asItIs;
}

const asItIs = (text: string): string => text;

function groupIn(program: Command, name: string | undefined): Command {
  if (name === undefined) return program;
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).description(GROUPS[name] ?? '');
}
