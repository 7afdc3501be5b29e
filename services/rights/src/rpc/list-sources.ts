import type { ListSourcesResponseInput } from '@imagesearch/contracts/messages';
import type { SourceRegister } from '../domain/source-register.js';

export function listSources({ sources }: { sources: SourceRegister }) {
  return async (): Promise<ListSourcesResponseInput> => ({ sources: await sources.list() });
}
