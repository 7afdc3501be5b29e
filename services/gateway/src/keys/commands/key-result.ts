import type { IssuedKey, KeyRecord } from '../api-key-store.js';
import { formatMinute, type CommandResult } from '../../accounts/operator/command-result.js';

const HEAD = ['account', 'name', 'prefix', 'scopes', 'created', 'last used', 'ends', 'state', 'id'];

export function keysResult(keys: readonly KeyRecord[], now: Date): CommandResult {
  return {
    facts: { keys: keys.map((key) => keyFacts(key, now)) },
    head: HEAD,
    rows: keys.map((key) => [
      key.account,
      key.name,
      key.prefix,
      key.scopes.join(' '),
      formatMinute(key.createdAt),
      formatMinute(key.lastUsedAt) ?? 'never',
      formatMinute(key.revokedAt ?? key.expiresAt) ?? 'never',
      stateOf(key, now),
      key.id,
    ]),
  };
}

/** The only result that shows a key in the clear. */
export function issuedKeyResult({ key }: IssuedKey, record: KeyRecord, now: Date): CommandResult {
  const { head, rows } = keysResult([record], now);
  return {
    facts: { key, ...keyFacts(record, now) },
    head,
    rows,
    secret: key,
    note: 'The key is shown this once. Keep it now.',
  };
}

function keyFacts(key: KeyRecord, now: Date) {
  return {
    key_id: key.id,
    account: key.account,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    replaces: key.replaces,
    state: stateOf(key, now),
  };
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: Date): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live';
}
