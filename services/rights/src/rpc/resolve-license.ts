import type { ResolveLicenseRequest, ResolveLicenseResponseInput } from '@imagesearch/contracts/messages';
import { rightsOf } from '../domain/license/rights.js';
import { checkDeclaration } from './checks.js';
import { rightsToWire } from './converters.js';

/** Async so that a refusal is a rejection, as it is for every other RPC. */
// eslint-disable-next-line @typescript-eslint/require-await -- nothing to wait for: resolving is pure
export async function answerResolveLicense({
  metadata,
}: ResolveLicenseRequest): Promise<ResolveLicenseResponseInput> {
  const declaration = checkDeclaration(metadata);
  return { rights: rightsToWire(rightsOf({ ...declaration, creator: declaration.creator ?? null })) };
}
