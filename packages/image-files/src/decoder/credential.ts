import { imageFormatOf } from '../format.js';
import { partsOf } from '../parts.js';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import { BMFF, JPEG, PNG, type Asset } from '@trustnxt/c2pa-ts/asset';
import { CBORBox, SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  ActionAssertion,
  Assertion,
  type Manifest,
  ManifestStore,
  type ValidationStatusEntry,
} from '@trustnxt/c2pa-ts/manifest';
import { z } from 'zod';
import { UNREAD_CREDENTIAL, type ContentCredential } from '../metadata/said.js';
import { isTrusted } from './trust-list.js';

/** A manifest with thumbnails of many ingredients has a few MiB. */
const STORE_BYTES_MAX = 16 * 1024 * 1024;
const SOURCE_TYPES_MAX = 100;

/** Reads the C2PA manifests of a file and validates the active one. Undefined without one. */
export async function readManifest(
  file: Buffer,
  trustList: string | undefined,
): Promise<ContentCredential | undefined> {
  try {
    const asset = assetOf(file);
    // In such a format no reader of ours finds one.
    if (asset === undefined) return UNREAD_CREDENTIAL;
    const store = asset.getManifestJUMBF();
    if (store === undefined) return undefined;
    if (store.byteLength > STORE_BYTES_MAX) return UNREAD_CREDENTIAL;
    const manifests = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(store)));
    const active = manifests.getActiveManifest();
    if (active === undefined) return DAMAGED;
    const newestFirst = manifests.manifests.toReversed();
    return {
      signature: await signatureOf(active, asset, trustList),
      claimGenerator: generatorOf(active),
      createdAt: newestFirst.flatMap(actionsOf).find(isCreation)?.when ?? null,
      sourceTypes: newestFirst
        .flatMap(actionsOf)
        .flatMap(({ digitalSourceType }) => digitalSourceType ?? [])
        .slice(0, SOURCE_TYPES_MAX),
    };
  } catch {
    return DAMAGED;
  }
}

/** It has a manifest, which is damaged. */
const DAMAGED: ContentCredential = { ...UNREAD_CREDENTIAL, signature: 'invalid' };

function assetOf(file: Buffer): Asset | undefined {
  const bytes = new Uint8Array(file);
  if (JPEG.canRead(bytes)) return new JPEG(bytes);
  if (PNG.canRead(bytes)) return new PNG(bytes);
  if (BMFF.canRead(bytes)) return new BMFF(bytes);
  return imageFormatOf(file) === 'webp' ? new WebP(file) : undefined;
}

/** The library has no WebP. There a chunk of its own holds the manifests (C2PA 2.1, A.3.7). */
export class WebP implements Asset {
  readonly mimeType = 'image/webp';
  readonly #file: Buffer;

  constructor(file: Buffer) {
    this.#file = file;
  }

  getDataLength(): number {
    return this.#file.byteLength;
  }

  getDataRange(start = 0, length?: number): Promise<Uint8Array> {
    return Promise.resolve(this.#file.subarray(start, length === undefined ? undefined : start + length));
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const chunk = this.#chunk();
    return chunk && this.#file.subarray(chunk.dataStart, chunk.dataEnd);
  }

  getHashExclusionRange(): { start: number; length: number } {
    const chunk = this.#chunk();
    if (chunk === undefined) throw new Error('The file has no manifest.');
    return { start: chunk.start, length: chunk.end - chunk.start };
  }

  dumpInfo(): string {
    return this.mimeType;
  }

  ensureManifestSpace(): Promise<void> {
    return Promise.reject(new Error('A WebP is only read.'));
  }

  writeManifestJUMBF(): Promise<void> {
    return this.ensureManifestSpace();
  }

  #chunk() {
    return [...partsOf(this.#file, 'webp')].find(({ kind }) => kind === 'C2PA');
  }
}

async function signatureOf(
  manifest: Manifest,
  asset: Asset,
  trustList: string | undefined,
): Promise<ContentCredential['signature']> {
  const { statusEntries } = await manifest.validate(asset);
  // The library compares no hash of the file once the certificate has displeased it.
  const bindings = await Promise.all(
    declaredAssertions(manifest).map((assertion) => assertion.validateAgainstAsset(asset)),
  );
  const entries = [...statusEntries, ...bindings.flatMap((binding) => binding.statusEntries)];
  const failed = entries.filter(({ success }) => success !== true).map(({ code }): string => code);
  if (failed.includes('algorithm.unsupported')) return null;
  if (failed.some((code) => !OF_THE_SIGNER.test(code))) return 'invalid';
  // Some kinds of binding are unknown to the library, and an update has none of its own.
  if (!entries.some(isBound)) return null;
  const { certificate, chainCertificates: chain = [], timestamp } = manifest.signature?.signatureData ?? {};
  const isAccepted = !failed.some((code) => code.startsWith('signingCredential.'));
  if (!isAccepted || certificate === undefined || trustList === undefined) return 'untrusted';
  const signer = {
    certificate: certificate.rawData,
    chain: chain.map(({ rawData }) => rawData),
    signedAt: timestamp ?? new Date(),
  };
  return isTrusted(signer, trustList) ? 'valid' : 'untrusted';
}

/** Says who signed when, or that a list of actions is not as a later version wants it: nothing was changed. */
const OF_THE_SIGNER = /^(?:signingCredential|timeStamp|assertion\.action)\./;

const isBound = ({ code, success }: ValidationStatusEntry): boolean =>
  success === true && /^assertion\.(?:dataHash|bmffHash)\.match$/.test(code);

/** What is in the store and not in the signed claim, anybody may have added. */
function declaredAssertions(manifest: Manifest): Assertion[] {
  return (manifest.claim?.assertions ?? [])
    .map(({ uri }) => manifest.getComponentByURL(uri, true))
    .filter((component) => component instanceof Assertion);
}

const GENERATOR_CHARS_MAX = 200;

function generatorOf({ claim }: Manifest): string | null {
  const { claimGeneratorName: name, claimGeneratorVersion: version } = claim ?? {};
  const parts = [name, version].filter((part) => typeof part === 'string' && part !== '');
  return (
    plainText(parts.join(' '))
      .slice(0, GENERATOR_CHARS_MAX)
      .replace(/\p{Cs}/gu, '')
      .trim() || null
  );
}

const moment = z
  .union([z.string(), z.date().transform((date) => date.toISOString())])
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success)
  .optional()
  .catch(undefined);

const actionSchema = z.object({
  action: z.string(),
  when: moment,
  digitalSourceType: z.string().max(200).optional().catch(undefined),
});
type Action = z.output<typeof actionSchema>;

/** From the CBOR, because the library leaves out when. */
function actionsOf(manifest: Manifest): Action[] {
  return declaredAssertions(manifest).flatMap((assertion) => {
    const box = assertion instanceof ActionAssertion ? assertion.sourceBox?.contentBoxes[0] : undefined;
    const content = box instanceof CBORBox ? box.content : undefined;
    return z.object({ actions: z.array(actionSchema) }).safeParse(content).data?.actions ?? [];
  });
}

const isCreation = ({ action, when }: Action): boolean => action === 'c2pa.created' && when !== undefined;
