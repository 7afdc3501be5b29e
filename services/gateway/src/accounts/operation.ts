import { z } from 'zod';
import type { CreditLedger } from '../billing/credit-ledger.js';
import type { Account, Pricing } from '../billing/plans.js';
import { validateBody } from '../http/validation.js';
import type { ApiKeyStore } from '../keys/key-store.js';
import type { WebhookStore } from '../webhooks/webhook-store.js';
import type { AccountStore } from './account-store.js';
import type { AuditLog } from './audit-log.js';
import { refused, type CommandResult } from './command-result.js';
import type { UsageLog } from './usage.js';

type Fields = Readonly<Record<string, z.ZodType>>;

/** How the command line asks for an operation. */
interface OnCommandLine {
  /** `credits grant <account> <credits>`; undefined for what only programs ask for. Other fields of the input are options. */
  command?: string;
  says?: string;
  /** Of fields that an option of another name fills, or one whose text is not the value. */
  options?: readonly CommandOption[];
}

interface CommandOption {
  flags: string;
  says: string;
  /** `a.b` is the field `b` of the object `a`. */
  field: string;
  /** @throws InvalidArgumentError */
  read?: (text: string) => unknown;
}

/** One thing that an operator can do, on the command line and through the operator's port. */
export interface Operation extends OnCommandLine {
  fields: Fields;
  /** What is to be done on the stores. @throws AppError `invalid_request` for a bad input */
  read: (given: unknown) => { input: object; run: (stores: OperatorStores) => Promise<CommandResult> };
}

export interface OperatorStores {
  pricing: Pricing;
  accounts: AccountStore;
  keys: ApiKeyStore;
  ledger: CreditLedger;
  usage: UsageLog;
  audit: AuditLog;
  webhooks: WebhookStore;
  /** Copies the embedded stores of all services in this process into a folder. */
  copyStores?: (folder: string) => Promise<void>;
}

interface NewOperation<Shape extends Fields> extends OnCommandLine {
  input: Shape;
  run: (stores: OperatorStores, input: z.output<z.ZodObject<Shape>>) => Promise<CommandResult>;
}

export function operation<Shape extends Fields>({
  input: fields,
  run,
  ...line
}: NewOperation<Shape>): Operation {
  const schema = z.strictObject(fields) as z.ZodObject<Shape>;
  const read = (given: unknown) => {
    const input = validateBody(schema, given);
    return { input, run: (stores: OperatorStores) => run(stores, input) };
  };
  return { ...line, fields, read };
}

/** @throws AppError `invalid_request` when there is no account of that name. */
export async function requireAccount({ accounts }: OperatorStores, name: string): Promise<Account> {
  const account = await accounts.findByName(name);
  if (!account) throw refused(`There is no account "${name}". See: npm run accounts -- list`);
  return account;
}
