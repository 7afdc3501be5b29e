import Table from 'cli-table3';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { Outputs } from '@imagesearch/service-kit/process/command';
import type { CommandResult } from '../operations/command.js';

export function printResult(
  { facts, secret, note }: CommandResult,
  asJson: boolean,
  { out, err }: Outputs,
): void {
  if (asJson) {
    if (Array.isArray(facts)) for (const fact of facts) out(JSON.stringify(fact));
    else out(JSON.stringify(facts, null, 2));
    return;
  }
  const describe = secret === undefined ? out : err;
  describe(toTable(JSON.parse(JSON.stringify(facts)), secret));
  if (note !== undefined) err(note);
  if (secret !== undefined) out(secret);
}

type Fact = Readonly<Record<string, unknown>>;

/** A row for each item of a list; of anything else a line for each fact. */
function toTable(facts: unknown, secret: string | undefined): string {
  const list = listIn(facts);
  if (list === undefined) {
    const table = new Table({ style: STYLE });
    for (const [name, value] of Object.entries(flat(facts as Fact)))
      if (value !== secret && cellOf(value) !== '') table.push({ [titleOf(name)]: cellOf(value) });
    return table.toString();
  }
  const names = [...new Set(list.flatMap((fact) => Object.keys(fact)))];
  const columns = names.filter((name) => list.some((fact) => cellOf(fact[name]) !== ''));
  const table = new Table({ head: columns.map(titleOf), style: STYLE });
  for (const fact of list) table.push(columns.map((name) => cellOf(fact[name])));
  return columns.length === 0 ? 'none' : table.toString();
}

const STYLE = { head: [], border: [] };

/** Facts that are a list, or nothing but a list under its name. */
function listIn(facts: unknown): Fact[] | undefined {
  const [only, ...others]: unknown[] = Array.isArray(facts) ? [facts] : Object.values(facts as Fact);
  return Array.isArray(only) && others.length === 0 ? (only as Fact[]) : undefined;
}

/** The facts of an object within, such as `credits`, beside the others. */
function flat(facts: Fact): Fact {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? [[name, value]]
        : Object.entries(value).map(([inner, fact]) => [`${name}_${inner}`, fact]),
    ),
  );
}

const titleOf = (name: string): string => name.replaceAll('_', ' ');

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(' ');
  if (typeof value !== 'string') return printableText(JSON.stringify(value));
  return MOMENT.test(value) ? `${value.slice(0, 16).replace('T', ' ')}Z` : printableText(value);
}
