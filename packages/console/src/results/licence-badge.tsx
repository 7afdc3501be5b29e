import type { Rights } from '../api/types.js';
import { licenceName } from '../image/licence-name.js';
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
