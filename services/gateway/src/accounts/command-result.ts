import Table from 'cli-table3';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { IssuedKey, KeyRecord } from '../keys/key-store.js';
import { presentKey } from './issue-keys.js';
import { shownAddress, type DeadLetter, type WebhookRecord } from '../webhooks/webhook-store.js';

/** The result of an operation: facts for programs, and the same as a table for people. */
export interface CommandResult {
  /** Printed as JSON, a list as one line for each item; names in snake_case, as in the public contract. */
  facts: unknown;
  head: string[];
  rows: (string | number | null)[][];
  /** A key or a secret in the clear. It is printed alone on standard output, for shells; its table goes to standard error. */
  secret?: string;
  /** The operator's next step. */
  note?: string;
}

/** A refusal in words for the operator. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

export interface Outputs {
  out: (text: string) => void;
  err: (text: string) => void;
}

export function printResult(answer: CommandResult, asJson: boolean, { out, err }: Outputs): void {
  if (asJson) {
    const { facts } = answer;
    if (Array.isArray(facts)) for (const fact of facts) out(JSON.stringify(fact));
    else out(JSON.stringify(facts, null, 2));
    return;
  }
  const describe = answer.secret === undefined ? out : err;
  describe(toTable(answer));
  if (answer.note !== undefined) err(answer.note);
  if (answer.secret !== undefined) out(answer.secret);
}

function toTable({ head, rows }: CommandResult): string {
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const row of rows)
    table.push(row.map((cell) => (typeof cell === 'string' ? printableText(cell) : (cell ?? ''))));
  return table.toString();
}

/** UTC, to the minute. */
export function formatMinute(time: Date | null): string | null {
  return time === null ? null : `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

export function keysResult(keys: readonly KeyRecord[]): CommandResult {
  return {
    facts: { keys: keys.map(keyFacts) },
    head: ['account', 'name', 'prefix', 'scopes', 'sees', 'created', 'last used', 'ends', 'state', 'id'],
    rows: keys.map((key) => [
      key.account,
      key.name,
      key.prefix,
      key.scopes.join(' '),
      key.bounds === null ? 'all' : JSON.stringify(key.bounds),
      formatMinute(key.createdAt),
      formatMinute(key.lastUsedAt) ?? 'never',
      formatMinute(key.revokedAt ?? key.expiresAt) ?? 'never',
      presentKey(key).state,
      key.id,
    ]),
  };
}

interface Additions {
  /** Facts that precede and follow those of the key. */
  before?: object;
  after?: object;
  note?: string;
}

/** The only result that shows a key in the clear. */
export function issuedKeyResult(
  { key }: IssuedKey,
  record: KeyRecord,
  { before, after, note }: Additions = {},
): CommandResult {
  return {
    ...keysResult([record]),
    facts: { ...before, key, ...keyFacts(record), ...after },
    secret: key,
    note: ['The key is shown only this once. Keep it now.', ...(note === undefined ? [] : [note])].join(' '),
  };
}

const keyFacts = (key: KeyRecord) => ({ account: key.account, ...presentKey(key) });

export function webhooksResult(webhooks: readonly WebhookRecord[]): CommandResult {
  return {
    facts: {
      webhooks: webhooks.map(({ id, createdAt, url, ...webhook }) => ({
        webhook_id: id,
        ...webhook,
        url: shownAddress(url),
        created_at: createdAt,
      })),
    },
    head: ['account', 'address', 'events', 'created', 'pending', 'dead', 'id'],
    rows: webhooks.map(({ id, account, url, events, createdAt, pending, dead }) => [
      ...[account, shownAddress(url), events.join(' '), formatMinute(createdAt), pending, dead, id],
    ]),
  };
}

export function deadLettersResult(letters: readonly DeadLetter[]): CommandResult {
  return {
    facts: {
      dead: letters.map(({ webhookId, occurredAt, url, ...letter }) => ({
        ...letter,
        url: shownAddress(url),
        webhook_id: webhookId,
        occurred_at: occurredAt,
      })),
    },
    head: ['at', 'event', 'about', 'attempts', 'fault', 'address', 'id'],
    rows: letters.map(({ id, url, event, subject, occurredAt, attempts, fault }) => [
      ...[formatMinute(occurredAt), event, subject, attempts, fault, shownAddress(url), id],
    ]),
  };
}
