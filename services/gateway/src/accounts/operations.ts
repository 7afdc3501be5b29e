import {
  createAccount,
  listAccounts,
  changePlan,
  showUsage,
  grantCredits,
  addPack,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  listDeadLetters,
  retryDeadLetters,
  copyStores,
  readAudit,
} from './commands.js';
import { commandName, type OperatorSide } from '../operations/command.js';
import type { Commanded } from '../operations/operation.js';
import { createKey, listKeys, renameKey, revokeKey, rotateKey } from './keys.js';
import type { OperatorStores } from './commands.js';
import { getUsageByDay } from './usage-days.js';
import { getUsage } from './usage-operations.js';

/** What accounts do with themselves. */
export const ACCOUNT_OPERATIONS = {
  getUsage,
  getUsageByDay,
  listKeys,
  createKey,
  renameKey,
  rotateKey,
  revokeKey,
};

/** What operators do and accounts do not. */
const OPERATOR_OPERATIONS = {
  createAccount,
  listAccounts,
  changePlan,
  showUsage,
  grantCredits,
  addPack,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  listDeadLetters,
  retryDeadLetters,
  copyStores,
  readAudit,
};

/** What operators do, by the name under which they ask for it: `create-key`. */
export const COMMANDS: Readonly<Record<string, OperatorSide<OperatorStores>>> = Object.fromEntries(
  Object.entries<object>({ ...OPERATOR_OPERATIONS, ...ACCOUNT_OPERATIONS }).flatMap(([id, operation]) =>
    isCommanded(operation) ? [[commandName(id), operation.operator]] : [],
  ),
);

/** Operations of keys use some of the stores, and the others all. */
function isCommanded(operation: object): operation is Commanded<OperatorStores> {
  return 'operator' in operation;
}
