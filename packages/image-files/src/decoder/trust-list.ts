import { X509Certificate } from 'node:crypto';

const CHAIN_MAX = 10;

/** A certificate that signed, with those that vouch for it, DER. */
interface Signer {
  certificate: ArrayBuffer;
  chain: readonly ArrayBuffer[];
  signedAt: Date;
}

/**
 * Whether the certificate, or one that issued it, is on the list, and every one on the way was valid at the time.
 * @param trustList PEM.
 */
export function isTrusted({ certificate, chain, signedAt }: Signer, trustList: string): boolean {
  const anchors = certificatesIn(trustList);
  const given = chain.slice(0, CHAIN_MAX).map(fromDer);
  let issued: X509Certificate | undefined = fromDer(certificate);
  for (let depth = 0; issued !== undefined && depth <= CHAIN_MAX; depth += 1) {
    const present: X509Certificate = issued;
    if (!isValidAt(present, signedAt)) return false;
    if (anchors.some((anchor) => isSame(anchor, present) || isIssuer(anchor, present))) return true;
    issued = given.find((candidate) => isIssuer(candidate, present));
  }
  return false;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws when one of them cannot be read. */
export function certificatesIn(pem: string): X509Certificate[] {
  return [...pem.matchAll(CERTIFICATE)].map(([certificate]) => new X509Certificate(certificate));
}

const fromDer = (der: ArrayBuffer): X509Certificate => new X509Certificate(Buffer.from(der));

const isSame = (one: X509Certificate, other: X509Certificate): boolean =>
  one.fingerprint256 === other.fingerprint256;

const isIssuer = (issuer: X509Certificate, issued: X509Certificate): boolean =>
  issuer.ca && issued.checkIssued(issuer) && issued.verify(issuer.publicKey);

const isValidAt = ({ validFrom, validTo }: X509Certificate, moment: Date): boolean =>
  new Date(validFrom) <= moment && moment <= new Date(validTo);
