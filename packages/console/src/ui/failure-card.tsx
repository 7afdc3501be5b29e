import { Button } from './button.js';
import { goTo, useAddress } from '../address/use-address.js';
import type { Failure } from '../api/failure.js';
import { forgetKey } from '../session/session-key.js';
import { Icon } from './icon.js';

interface FailureCardProps {
  failure: Failure;
  onRetry: () => void;
}

/** The smallest answer that an account with a few credits left can pay. */
const FEWER = 10;

/** The main ways out of a failure; to try again is the way of who shows it. */
const WAYS: [remedy: Failure['remedies'][number], words: string, go?: () => void][] = [
  ['retry', 'Try again'],
  ['fewer', 'Show fewer images', () => goTo({ count: FEWER })],
  ['key', 'Enter another key', forgetKey],
];

/** A failure in words, with what a person can do about it. */
export function FailureCard({ failure, onRetry }: FailureCardProps) {
  const { title, advice, remedies, requestId } = failure;
  const { panel } = useAddress();
  return (
    <section role="alert" className="centred message">
      <Icon name="warning" />
      <h2>{title}</h2>
      <p>{advice}</p>
      <div className="row">
        {WAYS.filter(([remedy]) => remedies.includes(remedy)).map(([remedy, words, go = onRetry]) => (
          <Button key={remedy} look="main" onClick={go}>
            {words}
          </Button>
        ))}
        {remedies.includes('account') && panel !== 'account' && (
          <Button onClick={() => goTo({ panel: 'account' })}>Account and plans</Button>
        )}
      </div>
      {requestId && <p className="quiet">Request {requestId}</p>}
    </section>
  );
}
