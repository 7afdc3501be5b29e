import type { RightsClient } from '@imagesearch/contracts/clients';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { nearestName } from '@imagesearch/service-kit/text/nearest-name';
import { LRUCache } from 'lru-cache';
import type { Bounds } from '../keys/bounds.js';
import { countSeen, seenSources, type ImageCounts } from '../assets/seen-images.js';

const CHECK_TIMEOUT_MS = 1_000;
const KNOWN_MAX = 10_000;
/** A source may be removed; then a search for it finds nothing for so long. */
const KNOWN_TTL_MS = 10_000;

/**
 * Refuses a search in a collection that does not exist, which would find nothing and be paid for. Only what has images is
 * remembered, so that a source counts from its first image on.
 */
export class KnownSources {
  readonly #parts: SourceParts;
  readonly #logger: Logger;
  readonly #known = new LRUCache<string, true>({ max: KNOWN_MAX, ttl: KNOWN_TTL_MS });

  constructor(parts: SourceParts, logger: Logger) {
    this.#parts = parts;
    this.#logger = logger;
  }

  /**
   * While the services do not answer, nothing is refused.
   * @param bounds Of the key: a collection without an image that it may see does not exist for it, unless its bounds name it.
   * @throws AppError `invalid_request` with each unknown name, and the nearest one that exists.
   */
  async require(names: readonly string[], bounds: Bounds | null, call: CallContext): Promise<void> {
    const issues = await this.#issues(names, bounds, within(call, CHECK_TIMEOUT_MS)).catch(
      (error: unknown) => {
        this.#logger.warn(
          { err: error, requestId: call.requestId },
          'the sources of a search were not checked',
        );
        return [];
      },
    );
    if (issues.length > 0) throw new AppError('invalid_request', 'The request is not valid.', { issues });
  }

  async #issues(names: readonly string[], bounds: Bounds | null, call: CallContext): Promise<FieldIssue[]> {
    const exist = await Promise.all(names.map((name) => this.#exists(name, bounds, call)));
    if (exist.every(Boolean)) return [];
    const claimed = await this.#named(bounds, call);
    // A collection may be claimed and empty.
    const isKnown = (name: string, at: number) => exist[at] === true || claimed.includes(name);
    return names.flatMap((name, at) => (isKnown(name, at) ? [] : [issueOf(name, at, claimed)]));
  }

  /** What a name may have been meant for. */
  async #named(bounds: Bounds | null, call: CallContext): Promise<readonly string[]> {
    if (bounds?.sources !== undefined) return bounds.sources;
    const listed =
      bounds === null
        ? (await this.#parts.rights.listSources({}, call)).sources
        : await seenSources(bounds, this.#parts, call);
    return listed.map(({ source }) => source);
  }

  async #exists(name: string, bounds: Bounds | null, call: CallContext): Promise<boolean> {
    if (bounds?.sources !== undefined) return bounds.sources.includes(name);
    // No asset of another name can be stored.
    if (name.includes(':') || !isAssetId(`${name}:1`)) return false;
    const known = JSON.stringify([name, bounds]);
    if (this.#known.has(known)) return true;
    const exists = await (bounds === null
      ? this.#hasAssets(name, call)
      : countSeen(bounds, name, this.#parts.retrieval, call).then((images) => images > 0));
    if (exists) this.#known.set(known, true);
    return exists;
  }

  async #hasAssets(source: string, call: CallContext): Promise<boolean> {
    return (await this.#parts.rights.listAssets({ source, limit: 1 }, call)).assets.length > 0;
  }
}

interface SourceParts extends ImageCounts {
  rights: Pick<RightsClient, 'countAssets' | 'listAssets' | 'listSources'>;
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
