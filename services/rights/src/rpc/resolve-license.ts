import type { ResolveLicenseRequest, ResolveLicenseResponseInput } from '@imagesearch/contracts/messages';
import { rightsOf } from '../domain/license/rights.js';
import { checkDeclaration } from './checks.js';
import { rightsToWire } from './converters.js';

export function resolveLicense() {
  // Inside `then`, a failed check rejects, as in every other RPC.
  return (request: ResolveLicenseRequest): Promise<ResolveLicenseResponseInput> =>
    Promise.resolve(request).then(({ metadata }) => {
      const declaration = checkDeclaration(metadata);
      return { rights: rightsToWire(rightsOf({ ...declaration, creator: declaration.creator ?? null })) };
    });
}
