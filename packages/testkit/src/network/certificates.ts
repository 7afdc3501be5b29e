import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** What a TLS server shows and signs with, PEM. */
export interface Identity {
  key: string;
  cert: string;
}

/** A certificate authority of a test's own. */
export interface Authority {
  cert: string;
  /** A certificate for these host names. */
  issue: (hosts: readonly string[], validity?: { from: Date; until: Date }) => Promise<Identity>;
}

const EC = { keyType: 'ec', algorithm: 'sha256' } as const;

export async function newAuthority(name = 'Test authority'): Promise<Authority> {
  const authority = await generate(named(name), {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return {
    cert: authority.cert,
    issue: async (hosts, validity) => {
      const { private: key, cert } = await generate(named(hosts[0] ?? 'nobody'), {
        ...EC,
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
        ],
        ...(validity && { notBeforeDate: validity.from, notAfterDate: validity.until }),
      });
      return { key, cert };
    },
  };
}

/** A certificate that nobody vouches for. */
export async function selfSigned(host: string): Promise<Identity> {
  const { private: key, cert } = await generate(named(host), {
    ...EC,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  return { key, cert };
}

function named(value: string) {
  return [{ name: 'commonName', value }];
}

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
