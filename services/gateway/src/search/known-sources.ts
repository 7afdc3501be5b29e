import type { RightsClient } from '@imagesearch/contracts/clients';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { nearestName } from '@imagesearch/service-kit/text/nearest-name';
import { LRUCache } from 'lru-cache';

const CHECK_TIMEOUT_MS = 1_000;
const KNOWN_MAX = 10_000;
/** A source may be removed; then a search for it finds nothing for so long. */
const KNOWN_TTL_MS = 10_000;

/**
 * Refuses a search in a collection that does not exist, which would find nothing and be paid for. Only what has images is
 * remembered, so that a source counts from its first image on.
 */
export class KnownSources {
  readonly #rights: Pick<RightsClient, 'listAssets' | 'listSources'>;
  readonly #logger: Logger;
  readonly #known = new LRUCache<string, true>({ max: KNOWN_MAX, ttl: KNOWN_TTL_MS });

  constructor(rights: Pick<RightsClient, 'listAssets' | 'listSources'>, logger: Logger) {
    this.#rights = rights;
    this.#logger = logger;
  }

  /**
   * While the rights service does not answer, nothing is refused.
   * @param seen The collections that the key may see, where it is bound: others do not exist for it.
   * @throws AppError `invalid_request` with each unknown name, and the nearest one that exists.
   */
  async require(
    names: readonly string[],
    seen: readonly string[] | undefined,
    call: CallContext,
  ): Promise<void> {
    const issues = await this.#issues(names, seen, within(call, CHECK_TIMEOUT_MS)).catch((error: unknown) => {
      this.#logger.warn(
        { err: error, requestId: call.requestId },
        'the sources of a search were not checked',
      );
      return [];
    });
    if (issues.length > 0) throw new AppError('invalid_request', 'The request is not valid.', { issues });
  }

  async #issues(
    names: readonly string[],
    seen: readonly string[] | undefined,
    call: CallContext,
  ): Promise<FieldIssue[]> {
    if (seen !== undefined)
      return names.flatMap((name, at) => (seen.includes(name) ? [] : [issueOf(name, at, seen)]));
    const exist = await Promise.all(names.map((name) => this.#exists(name, call)));
    if (exist.every(Boolean)) return [];
    const { sources } = await this.#rights.listSources({}, call);
    const claimed = sources.map(({ source }) => source);
    // A collection may be claimed and empty.
    const isKnown = (name: string, at: number) => exist[at] === true || claimed.includes(name);
    return names.flatMap((name, at) => (isKnown(name, at) ? [] : [issueOf(name, at, claimed)]));
  }

  async #exists(name: string, call: CallContext): Promise<boolean> {
    if (this.#known.has(name)) return true;
    // No asset of another name can be stored.
    if (name.includes(':') || !isAssetId(`${name}:1`)) return false;
    const { assets } = await this.#rights.listAssets({ source: name, limit: 1 }, call);
    if (assets.length > 0) this.#known.set(name, true);
    return assets.length > 0;
  }
}

function issueOf(name: string, at: number, expected: readonly string[]): FieldIssue {
  const near = nearestName(name, expected);
  return {
    loc: ['body', 'filters', 'source_any', at],
    msg: `There is no such collection.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
    type: 'enum',
    input: name,
    ctx: near === undefined ? {} : { did_you_mean: near },
  };
}
