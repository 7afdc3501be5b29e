import type { ApiOptions } from '../sources/network/api.js';
import type { CommandContext } from './command.js';
import type { SharedOptions } from './shared-options.js';

export function networkOptions(
  { config, signal }: CommandContext,
  baseUrl: string,
  { source, delivery }: SharedOptions,
): Omit<ApiOptions, 'rate'> & { source: string | undefined; link?: boolean } {
  return {
    baseUrl,
    contact: config.INGEST_CONTACT,
    signal,
    source,
    ...(delivery !== undefined && { link: delivery === 'link' }),
  };
}
