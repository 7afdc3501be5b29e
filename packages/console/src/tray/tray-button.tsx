import type { ShownImage } from '../api/types.js';
import { announce } from '../ui/announce.js';
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
  const toggle = (): void => {
    announce(toggleInTray(image) ? `${name} is in the tray.` : `${name} is out of the tray.`);
  };
  return (
    <button
      type="button"
      className={isWide ? 'button' : 'icon-button'}
      aria-pressed={isIn}
      aria-label={isWide ? undefined : `In the tray: ${name}`}
      title={isIn ? 'Take out of the tray' : 'Put into the tray'}
      tabIndex={tabIndex}
      onClick={toggle}
    >
      <Icon name={isIn ? 'check' : 'add'} />
      {isWide && <span>In the tray</span>}
    </button>
  );
}
