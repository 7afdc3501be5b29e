import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authority, Identity } from './certificates.js';

/** Writes what a service shows and whom it accepts into this folder. @returns its variables of TLS between services. */
export async function writeTlsFiles(
  dir: string,
  { cert, key }: Identity,
  { cert: ca }: Pick<Authority, 'cert'>,
): Promise<Record<string, string>> {
  await mkdir(dir, { recursive: true });
  const paths = { cert: join(dir, 'tls.crt'), key: join(dir, 'tls.key'), ca: join(dir, 'ca.crt') };
  await writeFile(paths.cert, cert);
  await writeFile(paths.key, key);
  await writeFile(paths.ca, ca);
  return {
    SERVICE_TLS_CERT_FILE: paths.cert,
    SERVICE_TLS_KEY_FILE: paths.key,
    SERVICE_TLS_CA_FILE: paths.ca,
  };
}
