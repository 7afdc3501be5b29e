import { useEffect, useState } from 'react';
import { announce } from './announce.js';
import { copyText } from './copy-text.js';
import { Icon } from './icon.js';

const SHOWN_MS = 1_800;

interface CopyButtonProps {
  label: string;
  /** Worked out when the button is pressed. */
  text: () => string;
  className?: string;
}

/** Copies a text and says so, in place and aloud. */
export function CopyButton({ label, text, className = 'button' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text());
    setOutcome(isCopied ? 'copied' : 'failed');
    announce(isCopied ? `Copied: ${label}` : 'The browser did not allow copying.');
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      <Icon name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'warning' : 'copy'} />
      <span>{label}</span>
    </button>
  );
}
