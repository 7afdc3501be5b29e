import { useEffect, useState } from 'react';
import { announce } from './announce.js';
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

/** Puts text on the clipboard; also on pages without https, where browsers have only the older way. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  // Within an open dialog, nothing outside of it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a secure context
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
