import type { ShownImage } from '../api/types.js';
import { Icon } from '../ui/icon.js';
import { toggleInTray, useTray } from './tray-store.js';

interface TrayButtonProps {
  image: ShownImage;
  tabIndex?: number;
  /** Whether the button also shows words. */
  isWide?: boolean;
}

/** Puts an image into the tray, or takes it out. */
export function TrayButton({ image, tabIndex, isWide = false }: TrayButtonProps) {
  const isIn = useTray().some(({ asset_id }) => asset_id === image.asset_id);
  const name = image.title || 'Untitled';
  return (
    <button
      type="button"
      className={isWide ? 'button' : 'icon-button'}
      // The words of the wide one say it.
      aria-pressed={isWide ? undefined : isIn}
      aria-label={isWide ? undefined : `In the tray: ${name}`}
      title={isIn ? 'Take out of the tray' : 'Put into the tray'}
      tabIndex={tabIndex}
      onClick={() => toggleInTray(image)}
    >
      <Icon name={isIn ? 'check' : 'add'} />
      {isWide && <span>{isIn ? 'In the tray' : 'Put into the tray'}</span>}
    </button>
  );
}
