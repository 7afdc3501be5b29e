import { z } from 'zod';

/** Files in PEM of this process: its certificate, the key of it, and the authorities whose certificates it accepts. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  caFile: string;
}

const file = z.string().optional();

/** All three, or none: then the services speak without TLS. */
export const serviceTlsVariables = {
  SERVICE_TLS_CERT_FILE: file,
  SERVICE_TLS_KEY_FILE: file,
  SERVICE_TLS_CA_FILE: file,
};

type TlsValues = z.output<z.ZodObject<typeof serviceTlsVariables>>;

export function tlsFilesOf(values: TlsValues): TlsFiles | undefined {
  const {
    SERVICE_TLS_CERT_FILE: certFile,
    SERVICE_TLS_KEY_FILE: keyFile,
    SERVICE_TLS_CA_FILE: caFile,
  } = values;
  if (certFile === undefined || keyFile === undefined || caFile === undefined) return undefined;
  return { certFile, keyFile, caFile };
}

/** Arguments of a schema's `refine`: a part of the three files would silently mean no TLS. */
export function requireWholeTls(): [(values: object) => boolean, z.core.$ZodCustomParams] {
  return [
    (values) => {
      const set = Object.keys(serviceTlsVariables).map((name) => (values as Record<string, unknown>)[name]);
      return new Set(set.map((path) => path === undefined)).size === 1;
    },
    {
      path: ['SERVICE_TLS_CERT_FILE'],
      error: 'SERVICE_TLS_CERT_FILE, SERVICE_TLS_KEY_FILE and SERVICE_TLS_CA_FILE belong together',
      when: () => true,
    },
  ];
}
