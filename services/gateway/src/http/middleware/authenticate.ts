import type { Request } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import type { Account } from '../../domain/account.js';

/**
 * The account whose key a request carries. Refusals of malformed, unknown and revoked keys read the same.
 */
export async function authenticate(request: Request, keys: KeyRing): Promise<Account> {
  const key = request.get('X-API-Key');
  if (key === undefined || key === '') {
    throw new AppError('auth_missing', 'Send your API key in the header X-API-Key.');
  }
  const live = await keys.find(key);
  if (!live) throw new AppError('auth_invalid', 'This API key is not valid.');
  return live.account;
}
