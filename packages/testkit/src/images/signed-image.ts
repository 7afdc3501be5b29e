import { randomUUID, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { BMFF, JPEG, PNG, type Asset } from '@trustnxt/c2pa-ts/asset';
import { LocalSigner } from '@trustnxt/c2pa-ts/cose';
import { CBORBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  ActionAssertion,
  ActionType,
  BMFFHashAssertion,
  ClaimVersion,
  DataHashAssertion,
  ManifestStore,
} from '@trustnxt/c2pa-ts/manifest';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** COSE's number of ECDSA with SHA-256. */
const ES256 = -7;
const DAY_MS = 86_400_000;

/** Who signs Content Credentials in a test. */
export interface CredentialSigner {
  /** Of the authority that vouches for it, PEM. */
  authority: string;
  signer: LocalSigner;
}

/** A signer whose certificate an authority of its own issued. */
export async function newCredentialSigner(): Promise<CredentialSigner> {
  const [rootKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Test authority',
    keys: rootKeys,
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=Test signer',
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection]),
      await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const key = new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { authority: root.toString('pem'), signer: new LocalSigner(key, ES256, certificate) };
}

const newKeys = () => webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);

interface Credential {
  /** A term of IPTC's digital source types. */
  sourceType: string;
  when?: string;
}

/** The same image with a signed C2PA manifest; a WebP needs a `VP8X` header. */
export async function signedImage(
  image: Buffer,
  { signer }: CredentialSigner,
  { sourceType, when = '2025-06-01T10:00:00Z' }: Credential,
): Promise<Buffer> {
  const asset = writableAsset(image);
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V1,
    assetFormat: asset.mimeType,
    instanceID: `xmp:iid:${randomUUID()}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  Object.assign(manifest.claim ?? {}, { claimGeneratorName: 'Test generator', claimGeneratorVersion: '1.0' });
  const hash =
    asset instanceof BMFF
      ? BMFFHashAssertion.createV2('jumbf manifest', 'SHA-256')
      : DataHashAssertion.create('SHA-256');
  manifest.addAssertion(hash);
  const actions = new FreeActions({
    when,
    digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}`,
  });
  actions.actions.push({ action: ActionType.C2paCreated });
  manifest.addAssertion(actions);
  await asset.ensureManifestSpace(store.measureSize());
  await hash.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return Buffer.from(await asset.getDataRange());
}

/** The library writes no date, and only the source types that it knows. */
class FreeActions extends ActionAssertion {
  readonly #fields: object;

  constructor(fields: object) {
    super();
    this.#fields = fields;
  }

  override generateJUMBFBoxForContent(claim: Parameters<ActionAssertion['generateJUMBFBoxForContent']>[0]) {
    const box = super.generateJUMBFBoxForContent(claim);
    const { actions } = (box instanceof CBORBox ? box.content : {}) as { actions: object[] };
    for (const action of actions) Object.assign(action, this.#fields);
    return box;
  }
}

function writableAsset(image: Buffer): Asset {
  const bytes = new Uint8Array(image);
  if (JPEG.canRead(bytes)) return new JPEG(bytes);
  if (BMFF.canRead(bytes)) return new BMFF(bytes);
  return PNG.canRead(bytes) ? new PNG(bytes) : new WritableWebP(image);
}

const CHUNK_HEAD_BYTES = 8;

/** A chunk behind all others (C2PA 2.1, A.3.7). */
class WritableWebP implements Asset {
  readonly mimeType = 'image/webp';
  readonly #image: Buffer;
  #file: Buffer;

  constructor(image: Buffer) {
    this.#image = image;
    this.#file = image;
  }

  getDataLength(): number {
    return this.#file.byteLength;
  }

  getDataRange(start = 0, length = this.#file.byteLength): Promise<Uint8Array> {
    return Promise.resolve(this.#file.subarray(start, start + length));
  }

  getManifestJUMBF(): undefined {
    return undefined;
  }

  dumpInfo(): string {
    return this.mimeType;
  }

  ensureManifestSpace(length: number): Promise<void> {
    const chunk = Buffer.alloc(CHUNK_HEAD_BYTES + length + (length % 2));
    chunk.write('C2PA');
    chunk.writeUInt32LE(length, 4);
    this.#file = Buffer.concat([this.#image, chunk]);
    this.#file.writeUInt32LE(this.#file.byteLength - CHUNK_HEAD_BYTES, 4);
    return Promise.resolve();
  }

  getHashExclusionRange(): { start: number; length: number } {
    const start = this.#image.byteLength;
    return { start, length: this.#file.byteLength - start };
  }

  writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    this.#file.set(jumbf, this.#image.byteLength + CHUNK_HEAD_BYTES);
    return Promise.resolve();
  }
}
