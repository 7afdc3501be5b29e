import type { Address } from '../address/address.js';
import { leaveFor } from '../address/use-address.js';
import type { ShownImage } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { IconButton } from '../ui/icon-button.js';
import { Modal } from '../ui/modal.js';
import { creditsOf, type CreditsFormat } from './credits.js';
import { SetRightsCard } from './set-rights-card.js';
import { TrayItem } from './tray-item.js';
import { emptyTray, useTray } from './tray-store.js';
import './tray.css';

const FORMATS: [CreditsFormat, string][] = [
  ['text', 'Text'],
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
];

/** The images that were put aside: what they allow together, and all their credits at once. */
export function TrayPanel({ address, apiKey }: { address: Address; apiKey: string }) {
  const images = useTray();
  const close = (): void => leaveFor({ ...address, panel: null });
  return (
    <Modal label="Tray" form="sheet" onClose={close}>
      <div className="modal-head">
        <h2>Tray</h2>
        {images.length > 0 && (
          <button type="button" className="button-plain" onClick={emptyTray}>
            Empty it
          </button>
        )}
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <div className="modal-body">
        {images.length === 0 ? <EmptyTray /> : <FullTray address={address} images={images} apiKey={apiKey} />}
      </div>
    </Modal>
  );
}

function EmptyTray() {
  return (
    <div className="tray-empty">
      <p className="section-title">Nothing is here yet</p>
      <p className="quiet">
        Put images aside with the plus on each of them. The tray then says what you may do with all of them
        together, and gives you every credit at once. It stays in this browser.
      </p>
    </div>
  );
}

interface FullTrayProps {
  address: Address;
  images: readonly ShownImage[];
  apiKey: string;
}

function FullTray({ address, images, apiKey }: FullTrayProps) {
  return (
    <>
      <SetRightsCard images={images} />
      <section aria-label="All credits">
        <h3 className="section-title">All credits</h3>
        <div className="copy-row">
          {FORMATS.map(([format, label]) => (
            <CopyButton key={format} label={label} text={() => creditsOf(images, format)} />
          ))}
        </div>
      </section>
      <ul className="tray-items" aria-label="Images in the tray">
        {images.map((image) => (
          <TrayItem key={image.asset_id} address={address} image={image} apiKey={apiKey} />
        ))}
      </ul>
    </>
  );
}
