import type { ClaimSourceRequest, ClaimSourceResponseInput } from '@imagesearch/contracts/messages';
import type { SourceRegister } from '../domain/source-register.js';
import { checkClaim } from './checks.js';

export function claimSource({ sources }: { sources: SourceRegister }) {
  return async (request: ClaimSourceRequest): Promise<ClaimSourceResponseInput> => ({
    origin: await sources.claim(checkClaim(request), request.replace),
  });
}
