import type { IngestClients } from '@imagesearch/contracts/clients';
import { uploadSourceOf } from '@imagesearch/facets/asset-id';
import { METADATA_LIMITS, UPLOAD_BYTES_MAX } from '@imagesearch/facets/limits';
import type { Edit } from '@imagesearch/ingest/pipeline/one-image';
import { detachedCall, within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { createKeyedSemaphore } from '@imagesearch/service-kit/resilience/keyed-semaphore';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { isWebAddress } from '@imagesearch/service-kit/text/web-address';
import { z } from 'zod';
import { assetFromWire, type Asset, type Catalogue } from '../assets/asset.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import { decodeImageBase64 } from '../search/image-base64.js';
import { locateImageFault } from '../search/reference-image.js';

const FILE_NAME_CHARS_MAX = 255;

const text = (charsMax: number) => z.string().max(charsMax);
const address = text(METADATA_LIMITS.urlCharsMax).refine(isWebAddress, {
  error: 'Expected a plain http or https address.',
});

const words = {
  title: text(METADATA_LIMITS.titleCharsMax).optional(),
  tags: z.array(text(METADATA_LIMITS.tagCharsMax)).max(METADATA_LIMITS.tagsMax).optional(),
  description: text(METADATA_LIMITS.descriptionCharsMax).optional(),
};
const license = text(METADATA_LIMITS.licenseCharsMax).optional();

/** The body of `POST /v1/asset`. */
export const uploadSchema = z
  .strictObject({
    image_base64: z
      .string()
      .min(1)
      .describe(
        'The image, at most 25 MiB, as base64 or as a `data:` address: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL.',
      ),
    file_name: text(FILE_NAME_CHARS_MAX)
      .optional()
      .describe('Name of the file. It becomes the title if neither `title` nor the file has one.'),
    ...words,
    creator: text(METADATA_LIMITS.creatorCharsMax).optional().describe('Who made the image.'),
    creator_url: address.optional().describe('A page of who made it.'),
    license: license.describe(
      'Name, SPDX id or address of the licence. One that cannot be read is stored, and its rights are unknown.',
    ),
    license_required: z
      .boolean()
      .optional()
      .describe(
        'Whether to refuse an image of which neither `license` nor the file states a licence: 422 `missing` at `license`.',
      ),
    source_url: address.optional().describe('A page of the image.'),
    ai_generated: z.boolean().optional().describe('Whether a model made it, in whole or in part.'),
  })
  .describe('An image, and what is said of it. What is absent is read from the file (EXIF, IPTC, XMP).');

/** The body of `PATCH /v1/asset/{asset_id}`. */
export const editSchema = z
  .strictObject({
    ...words,
    creator: text(METADATA_LIMITS.creatorCharsMax).nullable().optional().describe('Null empties it.'),
    license: license.describe('Empty for an image whose licence is unknown.'),
  })
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), {
    error: 'Send at least one field.',
    params: { type: 'missing' },
  })
  .describe('What is said of an image now. An absent field stays as it is.');

/** Loaded with the first image, because it takes 0.15 s of a start. */
const pipeline = () => import('@imagesearch/ingest/pipeline/one-image');

/** Images in work at once: enough to keep the services busy on a small machine. */
const IMAGES_AT_ONCE = 4;
/** Edits and deletions, which no pixels hold up. */
const EDITS_AT_ONCE = 4;
/** How long the work on an image is taken to last until some were measured. */
const FIRST_WORK_MS = 1_000;
/** Weight of the newest measurement in the mean of all. */
const NEWEST_PART = 0.2;
const CHECK_TIMEOUT_MS = 5_000;
/** Each upload makes the index slower: after 300, one takes four times as long. It is optimised this long after the first. */
const OPTIMIZE_AFTER_MS = 10_000;
const OPTIMIZE_TIMEOUT_MS = 300_000;

interface UploadDeps {
  clients: IngestClients;
  catalogue: Catalogue;
  /** Fires when the gateway stops. */
  signal: AbortSignal;
  logger: Logger;
}

/**
 * The images that accounts add. Work that has begun is finished though its caller has gone, because nobody would finish it;
 * what a crash cuts off is repaired by the same request.
 */
export class Uploads {
  readonly #deps: UploadDeps;
  /** The accounts take turns. */
  readonly #images = createSemaphore(IMAGES_AT_ONCE, { late: (account) => this.#tooMany(account) });
  readonly #edits = createSemaphore(EDITS_AT_ONCE);
  /** What is done with one asset follows each other. */
  readonly #ofAsset = createKeyedSemaphore(1);
  #workMs = FIRST_WORK_MS;
  #written = 0;
  #isOptimizing = false;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  /**
   * @throws AppError `invalid_request` at `image_base64` or `license`; `overloaded` where its turn would not come in time;
   * `deadline_exceeded`, and the errors of the services.
   */
  async add(
    key: AuthenticatedKey,
    { image_base64: image, file_name: fileName = '', ...said }: z.output<typeof uploadSchema>,
    call: CallContext,
  ): Promise<{ asset: Asset; isNew: boolean }> {
    const bytes = decodeImageBase64(image, UPLOAD_BYTES_MAX);
    const { addImage, idOfImage, requireRunningModel } = await pipeline();
    const assetId = idOfImage(uploadSourceOf(key.account.id), bytes);
    const { creator_url: creatorUrl, source_url: sourceUrl, ai_generated: aiGenerated, ...rest } = said;
    const { license_required: requiresLicense = false, ...others } = rest;
    this.#requireTime(key.account.id, call);
    const stored = await this.#inTurn(this.#images, { key, assetId, call }, async () => {
      await requireRunningModel(this.#deps.clients, within(call, CHECK_TIMEOUT_MS));
      const facts = { ...others, creatorUrl, sourceUrl, aiGenerated };
      const added = { assetId, bytes, fileName, requiresLicense, said: facts };
      return addImage(added, {
        ...this.#deps,
        cause: { actor: actorOf(key), reason: 'added again' },
        onWithheld: ({ withheldBy }) =>
          this.#deps.logger.info(
            { assetId, withheldBy },
            'an upload of withdrawn or deleted content was refused',
          ),
      });
    }).catch((error: unknown) => {
      throw locateImageFault(error, { field: 'image_base64' });
    });
    if (stored !== undefined) return { asset: assetFromWire(stored.asset), isNew: stored.isNew };
    // All of it was there already.
    const asset = await this.#find(assetId, call);
    if (!asset) throw deletedMeanwhile();
    return { asset, isNew: false };
  }

  /**
   * Undefined for an asset that is not one of the account's own.
   * @param isRead Whether that content version is the one that the caller has read.
   * @throws AppError `version_mismatch` where it is not, and the errors of the services.
   */
  async edit(
    key: AuthenticatedKey,
    assetId: string,
    { edit, isRead }: { edit: Edit; isRead?: ((contentVersion: string) => boolean) | undefined },
    call: CallContext,
  ): Promise<Asset | undefined> {
    if (!isOwn(key, assetId)) return undefined;
    const { editImage, requireRunningModel } = await pipeline();
    const isDone = await this.#inTurn(this.#edits, { key, assetId, call }, async () => {
      if ((await this.#find(assetId, call)) === undefined) return false;
      await requireRunningModel(this.#deps.clients, within(call, CHECK_TIMEOUT_MS));
      return editImage(assetId, edit, { ...this.#deps, cause: { actor: actorOf(key) }, isRead });
    });
    return isDone ? this.#find(assetId, call) : undefined;
  }

  /** False for an asset that is not one of the account's own. A withdrawn one stays, so that it cannot come back. */
  async remove(key: AuthenticatedKey, assetId: string, call: CallContext): Promise<boolean> {
    if (!isOwn(key, assetId)) return false;
    const { removeImage } = await pipeline();
    return this.#inTurn(this.#edits, { key, assetId, call }, async () => {
      if ((await this.#find(assetId, call)) === undefined) return false;
      return removeImage(assetId, {
        ...this.#deps,
        cause: { actor: actorOf(key), reason: 'deleted over the API' },
      });
    });
  }

  #inTurn<Result>(
    turns: Semaphore,
    { key, assetId, call }: { key: AuthenticatedKey; assetId: string; call: CallContext },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const timed = async (): Promise<Result> => {
      const since = performance.now();
      const result = await work();
      const tookMs = performance.now() - since;
      if (turns === this.#images) this.#workMs += (tookMs - this.#workMs) * NEWEST_PART;
      this.#optimizeLater();
      return result;
    };
    return this.#ofAsset.run(assetId, () => turns.run(timed, call, key.account.id), call);
  }

  /** What has no chance to begin in time is refused before it waits. */
  #requireTime(account: string, call: CallContext): void {
    if (!this.#images.isFree() && Date.now() + this.#waitMs(account) > call.deadlineAt)
      throw this.#tooMany(account);
  }

  #waitMs(account: string): number {
    return ((this.#images.ahead(account) + 1) * this.#workMs) / IMAGES_AT_ONCE;
  }

  #tooMany(account: string): AppError {
    const waitS = Math.max(1, Math.ceil(this.#waitMs(account) / 1_000));
    const says = `Too many images are being added. This one would begin in about ${waitS} s; send it again then.`;
    return new AppError('overloaded', says, { says, ctx: { retry_after_s: waitS } });
  }

  #optimizeLater(): void {
    this.#written += 1;
    if (this.#isOptimizing) return;
    this.#isOptimizing = true;
    setTimeout(() => void this.#optimize(), OPTIMIZE_AFTER_MS).unref();
  }

  async #optimize(): Promise<void> {
    const { clients, signal, logger } = this.#deps;
    const written = this.#written;
    try {
      await clients.retrieval.optimizeIndex({}, detachedCall(OPTIMIZE_TIMEOUT_MS, signal));
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'the index was not put in order after uploads');
    }
    this.#isOptimizing = false;
    if (this.#written > written) this.#optimizeLater();
  }

  async #find(assetId: string, call: CallContext): Promise<Asset | undefined> {
    return (await this.#deps.catalogue.assets([assetId], call))[0];
  }
}

function deletedMeanwhile(): AppError {
  const says = 'The image was deleted meanwhile; send it again.';
  return new AppError('overloaded', says, { says });
}

/** Whether the account of the key added it. */
export const isOwn = ({ account }: AuthenticatedKey, assetId: string): boolean =>
  assetId.startsWith(`${uploadSourceOf(account.id)}:`);

const actorOf = ({ account, prefix }: AuthenticatedKey): string => `${account.name} (${prefix})`;
