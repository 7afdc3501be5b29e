import { announce } from './announce.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

interface CopyButtonProps {
  label: string;
  /** Worked out when the button is pressed. */
  text: () => string;
  look?: 'main';
}

/** Copies a text and says so. */
export function CopyButton({ label, text, ...look }: CopyButtonProps) {
  const copy = async (): Promise<void> =>
    announce((await copyText(text())) ? `Copied: ${label}` : 'The browser did not allow copying.');
  return (
    <Button {...look} onClick={() => void copy()}>
      <Icon name="copy" />
      <span>{label}</span>
    </Button>
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
