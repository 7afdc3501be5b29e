import { z } from 'zod';
import type { CreditLedger } from '../billing/credit-ledger.js';
import type { Account, Pricing } from '../billing/plans.js';
import { validateBody } from '../http/validation.js';
import type { ApiKeyStore } from '../keys/key-store.js';
import type { WebhookStore } from '../webhooks/webhook-store.js';
import type { AccountStore } from './account-store.js';
import type { AuditLog } from './audit-log.js';
import { OperatorError, type CommandResult } from './command-result.js';
import type { UsageLog } from './usage.js';

/** One thing that an operator can do. The command line and the operator's port share it. */
export interface Operation<Input> {
  /** Also its address on the operator's port: `POST /operator/<name>`. */
  readonly name: string;
  /**
   * Writes down who asked for what, and whether it was done.
   * @throws AppError `invalid_request` for a bad input, and the errors of the operation.
   */
  perform(stores: OperatorStores, input: Input, actor: string): Promise<CommandResult>;
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

export function operation<Shape extends z.ZodRawShape>(
  name: string,
  fields: Shape,
  run: (stores: OperatorStores, input: z.output<z.ZodObject<Shape>>) => Promise<CommandResult>,
): Operation<z.input<z.ZodObject<Shape>>> {
  const input = z.strictObject(fields) as z.ZodObject<Shape>;
  return {
    name,
    perform: (stores, given, actor) =>
      stores.audit.recording({ actor, operation: name, input: given }, () =>
        run(stores, validateBody(input, given)),
      ),
  };
}

/** @throws OperatorError when there is no account of that name. */
export async function requireAccount({ accounts }: OperatorStores, name: string): Promise<Account> {
  const account = await accounts.findByName(name);
  if (!account) throw new OperatorError(`There is no account "${name}". See: npm run accounts -- list`);
  return account;
}
