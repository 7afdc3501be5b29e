import { Icon, type IconName } from '../ui/icon.js';
import './rights.css';

export type Verdict = 'yes' | 'no' | 'open' | 'duty';

const ICONS: Record<Verdict, IconName> = { yes: 'check', no: 'no', open: 'unknown', duty: 'duty' };

interface RightProps {
  verdict: Verdict;
  title: string;
  children: React.ReactNode;
}

/** One question about the rights, with its answer in words. */
export function Right({ verdict, title, children }: RightProps) {
  return (
    <li className={`right right-${verdict}`}>
      <Icon name={ICONS[verdict]} />
      <div>
        <p className="right-title">{title}</p>
        <p className="quiet">{children}</p>
      </div>
    </li>
  );
}
