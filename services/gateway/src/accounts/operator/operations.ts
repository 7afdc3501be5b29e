import { addPack } from '../../billing/commands/add-pack.js';
import { grantCredits } from '../../billing/commands/grant-credits.js';
import { createKey } from '../../keys/commands/create-key.js';
import { listKeys } from '../../keys/commands/list-keys.js';
import { revokeKey } from '../../keys/commands/revoke-key.js';
import { rotateKey } from '../../keys/commands/rotate-key.js';
import { changePlan } from '../commands/change-plan.js';
import { createAccount } from '../commands/create-account.js';
import { listAccounts } from '../commands/list-accounts.js';
import { showUsage } from '../commands/show-usage.js';
import { openOperation, type OpenOperation } from './operation.js';

/** Everything that the operator's port can do. */
export const OPERATIONS: readonly OpenOperation[] = [
  openOperation(createAccount),
  openOperation(listAccounts),
  openOperation(changePlan),
  openOperation(showUsage),
  openOperation(createKey),
  openOperation(listKeys),
  openOperation(rotateKey),
  openOperation(revokeKey),
  openOperation(grantCredits),
  openOperation(addPack),
];
