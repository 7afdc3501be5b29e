import { useEffect, useState } from 'react';
import { Button } from './button.js';
import type { Failure } from '../api/failure.js';
import { forgetKey } from '../session/session-key.js';
import { Icon } from './icon.js';

interface FailureCardProps {
  failure: Failure;
  onRetry?: () => void;
  onAccount?: () => void;
  onFewer?: () => void;
}

/** A failure in words, with what a person can do about it. */
export function FailureCard({ failure, onRetry, onAccount, onFewer }: FailureCardProps) {
  const { title, advice, remedies, requestId } = failure;
  const waitS = useCountdown(failure);
  return (
    <section role="alert" className="message">
      <Icon name="warning" />
      <h2>{title}</h2>
      <p>{advice}</p>
      <div className="row">
        {remedies.includes('retry') && onRetry && (
          <Button look="main" disabled={waitS > 0} onClick={onRetry}>
            {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
          </Button>
        )}
        {remedies.includes('fewer') && onFewer && (
          <Button look="main" onClick={onFewer}>
            Show fewer images
          </Button>
        )}
        {remedies.includes('key') && (
          <Button look="main" onClick={forgetKey}>
            Enter another key
          </Button>
        )}
        {remedies.includes('account') && onAccount && <Button onClick={onAccount}>Account and plans</Button>}
      </div>
      {requestId && <p className="failure-id">Request {requestId}</p>}
    </section>
  );
}

/** Seconds until another try can succeed. */
function useCountdown({ waitS = 0 }: Failure): number {
  const [left, setLeft] = useState(waitS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
