import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from '../logging.js';
import { type Registry, Gauge } from '../metrics.js';
import type { TlsFiles } from '../secrets/service-tls.js';

/** How long a replaced file may go unnoticed. */
const RELOAD_INTERVAL_MS = 10_000;

interface Certificates {
  cert: Buffer;
  key: Buffer;
  ca: Buffer;
}

type Tell = (current: Certificates) => void;

/**
 * Mutual TLS between services. Each side shows its certificate, and accepts those of the given authorities; a client also
 * checks the host name. Replaced files are read again, and hold for new connections. Files that do not fit together, as
 * in the middle of a replacement, are logged and the previous ones stay.
 */
export class ServiceTls implements experimental.CertificateProvider {
  /** A server with them refuses a connection without an accepted certificate. */
  readonly server: ServerCredentials = experimental.createCertificateProviderServerCredentials(
    this,
    this,
    true,
  );
  readonly channel: ChannelCredentials = experimental.createCertificateProviderChannelCredentials(this, this);
  readonly #files: TlsFiles;
  readonly #logger: Logger;
  readonly #reloading: NodeJS.Timeout;
  readonly #listeners = new Map<object, Tell>();
  #current: Certificates;

  private constructor(files: TlsFiles, first: Certificates, logger: Logger, reloadMs: number) {
    this.#files = files;
    this.#current = first;
    this.#logger = logger;
    this.#reloading = setInterval(() => void this.#reload(), reloadMs).unref();
  }

  /** @throws Error when the files cannot be read or do not fit together. */
  static async open(files: TlsFiles, logger: Logger, reloadMs = RELOAD_INTERVAL_MS): Promise<ServiceTls> {
    return new ServiceTls(files, await readWhole(files), logger, reloadMs);
  }

  /** In the metrics of the process. */
  showExpiry(metrics: Registry): void {
    showCertificate(metrics, () => Date.parse(new X509Certificate(this.#current.cert).validTo));
  }

  close(): void {
    clearInterval(this.#reloading);
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#tellFromNowOn(listener, ({ ca }) => listener({ caCertificate: ca }));
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#listeners.delete(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#tellFromNowOn(listener, ({ cert, key }) => listener({ certificate: cert, privateKey: key }));
  }

  removeIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#listeners.delete(listener);
  }

  #tellFromNowOn(listener: object, tell: Tell): void {
    this.#listeners.set(listener, tell);
    // A server registers itself after its listener, and would miss an earlier call.
    queueMicrotask(() => this.#listeners.get(listener)?.(this.#current));
  }

  async #reload(): Promise<void> {
    try {
      const { cert, key, ca } = await readWhole(this.#files);
      const { cert: oldCert, key: oldKey, ca: oldCa } = this.#current;
      if (cert.equals(oldCert) && key.equals(oldKey) && ca.equals(oldCa)) return;
      this.#current = { cert, key, ca };
      for (const tell of this.#listeners.values()) tell(this.#current);
      this.#logger.info({ certFile: this.#files.certFile }, 'read the replaced certificates');
    } catch (error) {
      this.#logger.error({ err: error }, 'the certificates cannot be read; the previous ones stay in use');
    }
  }
}

/** @throws Error for a file that is missing, no certificate, or a key of another certificate. */
async function readWhole({ certFile, keyFile, caFile }: TlsFiles): Promise<Certificates> {
  const [cert, key, ca] = await Promise.all([readFile(certFile), readFile(keyFile), readFile(caFile)]);
  try {
    createSecureContext({ cert, key, ca });
    requireCertificates(ca);
  } catch (error) {
    throw new Error(`${certFile}, ${keyFile} and ${caFile} do not fit together.`, { cause: error });
  }
  return { cert, key, ca };
}

/** Node leaves out what is no whole certificate, and would then refuse the connections of that authority. */
function requireCertificates(ca: Buffer): void {
  const written = ca.toString().split(/(?=-----BEGIN )/);
  const certificates = written.filter((part) => /^-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(part));
  if (certificates.length === 0) throw new Error('There is no certificate.');
  for (const certificate of certificates) new X509Certificate(certificate);
}

/** Shows when the certificate of this process ends. It is asked at each look, because certificates are replaced. */
function showCertificate(registry: Registry, endsAtMs: () => number): void {
  new Gauge({
    name: 'service_certificate_expiry_timestamp_seconds',
    help: 'When the certificate for TLS between services ends, Unix time.',
    registers: [registry],
    collect() {
      this.set(endsAtMs() / 1_000);
    },
  });
}
