import type { ReleaseSourceRequest, ReleaseSourceResponseInput } from '@imagesearch/contracts/messages';
import type { SourceRegister } from '../domain/source-register.js';

export function releaseSource({ sources }: { sources: SourceRegister }) {
  return async ({ source }: ReleaseSourceRequest): Promise<ReleaseSourceResponseInput> => ({
    released: !source.includes('\0') && (await sources.release(source)),
  });
}
