import { createHash } from 'node:crypto';
import { type IngestClients, known } from '@imagesearch/contracts/clients';
import type { Asset, AssetMetadata } from '@imagesearch/contracts/messages';
import { sourceOf } from '@imagesearch/facets/asset-id';
import { asRequestFault, ImageFault } from '@imagesearch/image-files/accept';
import { AppError, invalid, toAppError } from '@imagesearch/service-kit/errors';
import { AssetFault } from '../asset-failure.js';
import { readEmbeddedFacts } from '../sources/embedded/embedded-facts.js';
import { mergedFacts, namedImage } from '../sources/merged-facts.js';
import { isEditorial, toItem, type SaidFacts } from '../sources/to-item.js';
import { compare, versionOfEdit } from './compare.js';
import { needsNoPixels } from './embed-asset.js';
import { ingestOpened, storeDescription, type Cause, type WithheldAsset } from './ingest-asset.js';
import { openFile } from './open-image.js';
import { writePoints } from './write-points.js';
import { embedStored } from './refill-index.js';
import { servicesOf } from './service-calls.js';
import { removeAssets } from './stored-assets.js';

export { requireRunningModel, servicesOf } from './service-calls.js';

const ID_CHARS = 32;

/** An image that a person adds, and what they say of it. What they do not say is read from the file. */
export interface NewImage {
  /** As `idOfImage` names it. */
  assetId: string;
  bytes: Buffer;
  /** Empty where it has none; it says what the image shows where nothing else does. */
  fileName: string;
  said: SaidFacts;
  /** Whether the image is refused where neither the person nor the file states a licence. */
  requiresLicense: boolean;
}

/** What a person says of their image now; a field that is absent stays. A creator of null is nobody known. */
export interface Edit {
  title?: string | undefined;
  tags?: readonly string[] | undefined;
  description?: string | undefined;
  creator?: string | null | undefined;
  license?: string | undefined;
}

export interface OneImageDeps {
  clients: IngestClients;
  /** Recorded where what is stored changes. */
  cause: Cause;
  signal: AbortSignal;
  /** Called where an image is refused because its content was withdrawn or deleted: the caller is not to know as which asset. */
  onWithheld?: (withheld: WithheldAsset) => void;
}

/** `<source>:` and the first 32 hex digits of the SHA-256 of the bytes: the same bytes are one asset of a source. */
export function idOfImage(source: string, bytes: Buffer): string {
  return `${source}:${createHash('sha256').update(bytes).digest('hex').slice(0, ID_CHARS)}`;
}

/**
 * Adds one image, or replaces what was said of it; the place where it was taken is cut out of its file. Searches find it when
 * this resolves. Safe to stop anywhere and to call again.
 * @returns the asset as it is stored now; undefined where all of it was stored already.
 * @throws AppError `invalid_request` at `image` for an image that is refused, or at `license`, and the errors of the services.
 */
export function addImage(
  { assetId, bytes, fileName, said, requiresLicense }: NewImage,
  deps: OneImageDeps,
): Promise<{ asset: Asset; isNew: boolean } | undefined> {
  const services = servicesOf(deps.clients, deps.signal);
  return atImage(async () => {
    const opened = await openFile(bytes, { cutsPlace: true }, deps.signal);
    const embedded = readEmbeddedFacts(opened.said);
    const source = sourceOf(assetId);
    const load = () => Promise.resolve(bytes);
    const item = toItem(source, {
      ...mergedFacts(namedImage(fileName), embedded, {}, said),
      id: assetId.slice(source.length + 1),
      bytesVersion: assetId,
      image: { draw: load },
    });
    if (requiresLicense && item.licenseVerbatim === '') throw noLicense();
    const { stale } = await compare([item], { services, withdrawn: NONE, location: { strips: true } });
    for (const versioned of stale) {
      const pipeline = { services, loadImage: load, cause: deps.cause };
      const entry = await ingestOpened(versioned, { file: bytes, opened }, pipeline);
      if ('withheldBy' in entry) {
        deps.onWithheld?.(entry);
        throw refused(
          'the operator has removed this image, and only they can let it come back',
          'image_removed',
        );
      }
      await writePoints([entry], services);
      const { asset, isNew } = entry;
      if (asset !== null) return { asset, isNew };
    }
    return undefined;
  });
}

const NONE: ReadonlySet<string> = new Set();

interface EditDeps extends Omit<OneImageDeps, 'cause' | 'onWithheld'> {
  cause: Pick<Cause, 'actor'>;
  /** Whether this content version is the one that the person has read; any is unless it is set. */
  isRead?: ((contentVersion: string) => boolean) | undefined;
}

/** Edits of one image at the same moment. */
const EDIT_ATTEMPTS = 5;

/**
 * Changes what is said of one image; its pixels stay. Edits of different fields at the same moment all hold. Safe to stop
 * anywhere and to call again.
 * @returns false when there is no such image.
 * @throws AppError `version_mismatch` where the person has read another version, unless it says already what they ask for; the
 * errors of the services.
 */
export async function editImage(assetId: string, edit: Edit, deps: EditDeps): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await editOnce(assetId, edit, deps);
    } catch (error) {
      const isOvertaken = toAppError(error).code === 'version_mismatch' && deps.isRead === undefined;
      if (!isOvertaken || attempt === EDIT_ATTEMPTS) throw error;
    }
  }
}

async function editOnce(
  assetId: string,
  edit: Edit,
  { clients, signal, cause: { actor }, isRead = () => true }: EditDeps,
): Promise<boolean> {
  const services = servicesOf(clients, signal);
  const [{ assets }, { contentVersions }] = await Promise.all([
    services.rights.getAssets({ assetIds: [assetId] }),
    services.retrieval.getPointVersions({ assetIds: [assetId] }),
  ]);
  const [asset] = assets;
  const stored = asset?.metadata;
  if (asset === undefined || stored == null) return false;
  const { described, changed } = edited(stored, edit);
  // An edit that stopped half-way left the index behind.
  const isIndexed = contentVersions[assetId] === stored.contentVersion;
  if (changed.length === 0 && isIndexed) return true;
  if (changed.length > 0 && !isRead(stored.contentVersion))
    throw new AppError('version_mismatch', 'The image was changed after it was read.');
  const cause = { actor, reason: `edited ${changed.join(', ')}` };
  const replaces = stored.contentVersion;
  const onPixels = await storeDescription(described, stored, { services, cause, replaces });
  if (onPixels === undefined || 'withheldBy' in onPixels) return false;
  const { modelFingerprint, point } = onPixels;
  const { rights = null } = point;
  const entry =
    isIndexed && needsNoPixels(stored, described)
      ? onPixels
      : await embedStored({ metadata: described, rights }, modelFingerprint, services);
  await writePoints([entry], services);
  return true;
}

/** Deletes one image for good; it may be added again. @returns false when there was none. */
export async function removeImage(
  assetId: string,
  { clients, signal, cause }: OneImageDeps,
): Promise<boolean> {
  return (await removeAssets([assetId], cause, servicesOf(clients, signal))).removed === 1;
}

function edited(stored: AssetMetadata, edit: Edit): { described: AssetMetadata; changed: string[] } {
  const source = sourceOf(stored.assetId);
  const item = toItem(source, {
    id: stored.assetId.slice(source.length + 1),
    title: edit.title ?? stored.title,
    tags: edit.tags ?? stored.tags,
    description: edit.description ?? stored.description,
    creator: edit.creator === undefined ? stored.creator : edit.creator,
    license: edit.license ?? stored.licenseVerbatim,
    image: { draw: () => Promise.reject(new Error('an edit reads no pixels')) },
    bytesVersion: stored.contentVersion,
  });
  const { title, tags, description, licenseVerbatim } = item;
  const said = { title, tags, description, creator: item.creator ?? undefined, licenseVerbatim };
  const changed = FIELDS.filter(([field]) => JSON.stringify(said[field]) !== JSON.stringify(stored[field]));
  if (changed.length === 0) return { described: stored, changed: [] };
  const { creator, creatorUrl, declaredBy, facts, ...others } = stored;
  const isSameCreator = said.creator === creator;
  const isSameLicense = licenseVerbatim === stored.licenseVerbatim;
  return {
    described: {
      ...others,
      ...known(said),
      ...(isSameCreator && known({ creatorUrl })),
      ...(isSameLicense
        ? { declaredBy, facts }
        : { declaredBy: 'source', facts: factsUnder(licenseVerbatim, stored) }),
      contentVersion: versionOfEdit(stored.contentVersion, item),
    },
    changed: changed.map(([, name]) => name),
  };
}

const FIELDS = [
  ['title', 'title'],
  ['tags', 'tags'],
  ['description', 'description'],
  ['creator', 'creator'],
  ['licenseVerbatim', 'license'],
] as const;

/** A licence may be for editorial use only; another one in its place takes that back. */
function factsUnder(license: string, { facts, licenseVerbatim }: AssetMetadata): AssetMetadata['facts'] {
  if (isEditorial(license)) return { ...facts, editorialOnly: true };
  if (facts === null || !isEditorial(licenseVerbatim)) return facts;
  const others = { ...facts };
  delete others.editorialOnly;
  return others;
}

/** What is wrong with the image, as a fault of the request. */
async function atImage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageFault) throw asRequestFault(error, ['image']);
    if (error instanceof AssetFault) throw refused(error.message);
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    const [issue] = error.issues;
    throw issue?.loc[0] === 'image' || issue?.loc[1] === LICENSE
      ? error
      : invalid({ loc: ['image'], msg: issue?.msg ?? error.message, type: 'value_error' });
  }
}

const LICENSE = 'license';

const noLicense = (): AppError =>
  invalid({
    loc: ['body', LICENSE],
    msg: 'Neither the request nor the file states a licence.',
    type: 'missing',
  });

function refused(reason: string, type = 'value_error'): AppError {
  return invalid({ loc: ['image'], msg: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, type });
}
