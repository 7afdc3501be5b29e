import type { Usable } from '@imagesearch/sdk';
import type { ReactNode } from 'react';
import type { Rights, ShownImage } from '../api/types.js';
import { Icon, type IconName } from '../ui/icon.js';
import { licenceName, type Verdict } from './rights-words.js';

export const VERDICT_ICONS: Record<Verdict, IconName> = {
  yes: 'check',
  no: 'no',
  open: 'unknown',
  duty: 'duty',
};

export const USABLE: Record<Usable['answer'], { verdict: Verdict; words: string }> = {
  yes: { verdict: 'yes', words: 'Usable' },
  no: { verdict: 'no', words: 'Not usable' },
  unknown: { verdict: 'open', words: 'Use unclear' },
};

function Badge({ verdict, title, children }: { verdict: Verdict; title: string; children: ReactNode }) {
  return (
    <span className={`badge tone-${verdict}`} title={title}>
      <Icon name={VERDICT_ICONS[verdict]} />
      {children}
    </span>
  );
}

/** Whether an image may be used as the person wants it, and why when it is pointed at. */
export function UsableBadge({ usable }: { usable: Usable }) {
  const { verdict, words } = USABLE[usable.answer];
  return (
    <Badge verdict={verdict} title={usable.because.map(({ says }) => says).join(' ')}>
      <span>{words}</span>
    </Badge>
  );
}

/** Whether nothing is known of the licence; a page of results says so once, for all of these. */
export function isUnlicensed({ rights }: Pick<ShownImage, 'rights'>): boolean {
  return rights.license === 'unknown';
}

interface LicenceBadgeProps {
  rights: Rights;
  /** Shows the sign alone. */
  isShort?: boolean;
}

/** The licence, with what it says on commercial use. */
export function LicenceBadge({ rights, isShort = false }: LicenceBadgeProps) {
  const [verdict, words] = commercialUse(rights);
  return (
    <Badge verdict={verdict} title={`${licenceName(rights)}: ${words}`}>
      <span className={isShort ? 'visually-hidden' : undefined}>{licenceName(rights)}</span>
      <span className="visually-hidden">, {words}</span>
    </Badge>
  );
}

function commercialUse({ commercial }: Rights): [Verdict, words: string] {
  if (commercial === null) return ['open', 'commercial use not settled'];
  return commercial ? ['yes', 'commercial use allowed'] : ['no', 'no commercial use'];
}
