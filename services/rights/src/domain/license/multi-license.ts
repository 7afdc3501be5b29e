import { UNKNOWN_LICENSE, type License, type LicenseFacts } from './license.js';

const BETWEEN = /(?: and | or |\/(?= )| \/ |[;|&]|, and |, or |, | \+ )/i;
/** Wikimedia template wrappers that name no licence. */
const WRAPPERS = new Set(['self', 'multi', 'dual', 'dual-license']);
/** A parameter of a Wikimedia template that names a person. */
const NAMED_PARAMETER = /^(?:author|attribution) ?=/i;
const PARTS_MAX = 8;

/** The statements of a declaration that offers several licences; undefined when it offers one or is a conjunction. */
export function splitLicenses(text: string): string[] | undefined {
  // In an SPDX expression AND means that all apply at once and WITH changes the licence: neither is an offer.
  if (/\b(?:AND|WITH)\b/.test(text)) return undefined;
  const parts = text
    .split(new RegExp(BETWEEN, 'gi'))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !WRAPPERS.has(part.toLowerCase()) && !NAMED_PARAMETER.test(part));
  const isWhole = parts.length === 1 && parts[0] === text;
  return isWhole || parts.length === 0 || parts.length > PARTS_MAX ? undefined : parts;
}

/**
 * The most permissive licence whose facts are all settled. Among equals, one with a deed comes first, then the first
 * in the text. A rights statement next to a licence contradicts it, so nothing is chosen.
 */
export function chooseLicense(licenses: License[]): License | undefined {
  const settled = licenses.filter(({ facts }) => isSettled(facts));
  const isContradicted = licenses.some(
    ({ code, facts }) => !isSettled(facts) && code !== UNKNOWN_LICENSE.code,
  );
  if (isContradicted) return undefined;
  return settled.sort(
    (a, b) =>
      permissiveness(b.facts) - permissiveness(a.facts) ||
      Number(b.deedUrl !== null) - Number(a.deedUrl !== null),
  )[0];
}

function isSettled(facts: LicenseFacts): boolean {
  return Object.values(facts).every((fact) => fact !== null);
}

/** Permissions weigh more than obligations. */
function permissiveness({ commercial, derivatives, shareAlike, attributionRequired }: LicenseFacts): number {
  return (
    Number(commercial) * 8 + Number(derivatives) * 4 + Number(!shareAlike) * 2 + Number(!attributionRequired)
  );
}
