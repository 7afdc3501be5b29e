import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { CreditLedger } from '#src/billing/credit-ledger';

/** @returns the id of a new account on that plan. */
export async function newAccount(database: Database, plan: 'custom' | 'scale'): Promise<string> {
  const accountId = randomUUID();
  await database.query(
    `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, $3, 1, now())`,
    [accountId, `bench ${accountId}`, plan],
  );
  return accountId;
}

const ASSET_IDS = Array.from({ length: 10 }, (_none, rank) => `openmoji:1F60${rank}`);

/**
 * Reserves and settles a search of one credit.
 * @param planCredits - null for a plan without a fixed number
 * @returns how long its two movements took, ms.
 */
export async function billSearch(
  ledger: CreditLedger,
  accountId: string,
  planCredits: number | null,
): Promise<[reserve: number, settle: number]> {
  const startedAt = performance.now();
  const reserved = await ledger.reserve({
    accountId,
    planCredits,
    billingDay: 1,
    queryId: `q_${randomUUID().replaceAll('-', '')}`,
    endpoint: 'search',
    credits: 1,
    idempotency: null,
  });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const reservedAt = performance.now();
  await ledger.settle(reserved.reservation, { charged: 1, assetIds: ASSET_IDS, answer: null });
  return [reservedAt - startedAt, performance.now() - reservedAt];
}
