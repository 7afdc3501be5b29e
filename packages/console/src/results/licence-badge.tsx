import type { Rights } from '../api/types.js';
import { Icon, type IconName } from '../ui/icon.js';

type Verdict = 'yes' | 'no' | 'open';

const LOOKS: Record<Verdict, { icon: IconName; words: string }> = {
  yes: { icon: 'check', words: 'commercial use allowed' },
  no: { icon: 'no', words: 'no commercial use' },
  open: { icon: 'unknown', words: 'commercial use not settled' },
};

/** The licence, with what it says on commercial use. */
export function LicenceBadge({ rights }: { rights: Rights }) {
  const verdict: Verdict = rights.commercial === null ? 'open' : rights.commercial ? 'yes' : 'no';
  const { icon, words } = LOOKS[verdict];
  return (
    <span className={`badge badge-${verdict}`} title={`${licenceName(rights)}: ${words}`}>
      <Icon name={icon} />
      <span>{licenceName(rights)}</span>
      <span className="visually-hidden">, {words}</span>
    </span>
  );
}

const NAMES: Record<string, string> = {
  cc0: 'CC0',
  pdm: 'Public domain',
  'us-gov': 'US Government',
  unknown: 'Unknown licence',
};

/** A short name of the licence: `cc-by-sa-4.0` → `CC BY-SA 4.0`. */
export function licenceName({ license, license_verbatim }: Pick<Rights, 'license' | 'license_verbatim'>): string {
  const known = NAMES[license];
  if (known !== undefined) return known;
  const [, elements, version] = /^cc-([a-z-]+?)(?:-(\d.*))?$/.exec(license) ?? [];
  if (elements !== undefined) return ['CC', elements.toUpperCase(), version?.toUpperCase()].filter(Boolean).join(' ');
  return license_verbatim || license;
}
