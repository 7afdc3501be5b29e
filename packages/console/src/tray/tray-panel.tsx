import type { Usable } from '@imagesearch/sdk';
import { useState } from 'react';
import { leaveFor, PageLink, useAddress } from '../address/use-address.js';
import { useOwnSource } from '../api/service-store.js';
import { saveFile } from '../api/files.js';
import type { ShownImage } from '../api/types.js';
import { EditImages } from '../own/edit-images.js';
import { Button, IconButton } from '../ui/button.js';
import { announce } from '../ui/announce.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { Modal } from '../ui/modal.js';
import { creditsOf, type CreditsFormat, strictest } from './set-rights.js';
import { trayArchive } from './tray-archive.js';
import { emptyTray, useTray, toggleInTray } from './tray-store.js';
import { directAddress, useFileAddress } from '../image/file-address.js';
import { LicenceBadge } from '../image/badges.js';
import { Right, UsableReasons } from '../image/rights-card.js';
import { useUsableSet } from './usable-set.js';
import { answersOf } from '../image/rights-words.js';
import './tray.css';

const FORMATS: [CreditsFormat, string][] = [
  ['text', 'Text'],
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
];

/** The images that were put aside: what they allow together, and all their credits at once. */
export function TrayPanel() {
  const images = useTray();
  const close = (): void => void leaveFor({ panel: null });
  return (
    <Modal
      title="Tray"
      tools={
        images.length > 0 && (
          <Button look="plain" onClick={emptyTray}>
            Empty it
          </Button>
        )
      }
      onClose={close}
    >
      {images.length === 0 ? <EmptyTray /> : <FullTray images={images} />}
    </Modal>
  );
}

function EmptyTray() {
  return (
    <div className="centred tray-empty">
      <p className="section-title">Nothing is here yet</p>
      <p className="quiet">
        Collect images with the plus on each of them. The tray says what you may do with all of them together,
        and gives you all credits at once. It stays in this browser.
      </p>
    </div>
  );
}

function FullTray({ images }: { images: readonly ShownImage[] }) {
  const { use } = useAddress();
  const source = useOwnSource();
  const own = images.filter((image) => image.source === source);
  const [isEdited, setIsEdited] = useState(false);
  return (
    <>
      <SetRightsCard images={images} usable={useUsableSet(images, use)} />
      <section aria-label="All credits">
        <h3 className="section-title">All credits</h3>
        <div className="row">
          {FORMATS.map(([format, label]) => (
            <CopyButton key={format} label={label} text={() => creditsOf(images, format)} />
          ))}
        </div>
      </section>
      {own.length > 0 && (
        <button type="button" className="button tray-edit" onClick={() => setIsEdited(true)}>
          {own.length === 1 ? 'Edit the one that is yours' : `Edit the ${own.length} that are yours`}
        </button>
      )}
      {isEdited && <EditImages images={own} onClose={() => setIsEdited(false)} />}
      <ArchiveButton images={images} />
      <ul className="items" aria-label="Images in the tray">
        {images.map((image) => (
          <TrayItem key={image.asset_id} image={image} />
        ))}
      </ul>
    </>
  );
}

/** All images with their credits, as one file. */
function ArchiveButton({ images }: { images: readonly ShownImage[] }) {
  const [read, setRead] = useState<number | null>(null);
  const pack = async (): Promise<void> => {
    setRead(0);
    try {
      saveFile(await trayArchive(images, setRead), 'images.zip');
    } catch {
      announce('The files cannot be read at the moment, so no ZIP was made. Nothing was billed.');
    } finally {
      setRead(null);
    }
  };
  return (
    <Button disabled={read !== null} onClick={() => void pack()}>
      <Icon name="download" />
      {read === null ? 'Images and credits as a ZIP' : `Packing ${read + 1} of ${images.length} …`}
    </Button>
  );
}

function TrayItem({ image }: { image: ShownImage }) {
  // The address of a result expires after a day; the asset's own needs the key and does not.
  const [isExpired, setIsExpired] = useState(false);
  const direct = `${directAddress(image.asset_id)}?v=thumb`;
  const { address: thumb } = useFileAddress(isExpired ? direct : image.thumb);
  const name = image.title || 'Untitled';
  return (
    <li className="line tray-item">
      <PageLink className="line" to={{ panel: null, open: image.asset_id }}>
        <span className="framed tray-thumb">
          {thumb && <img src={thumb} alt="" onError={() => setIsExpired(true)} />}
        </span>
        <span className="name title" dir="auto">
          {name}
        </span>
      </PageLink>
      <LicenceBadge rights={image.rights} />
      <IconButton icon="close" label={`Take ${name} out of the tray`} onClick={() => toggleInTray(image)} />
    </li>
  );
}

/** What a set of images permits: the strictest of its licences decides. */
function SetRightsCard({ images, usable }: { images: readonly ShownImage[]; usable: Usable | undefined }) {
  const { facts, because } = strictest(images);
  return (
    <section className="stack card rights-card" aria-label="What the set allows">
      <h3>{images.length === 1 ? 'One image' : `${images.length} images together`}</h3>
      {usable && <UsableReasons usable={usable} />}
      <ul className="stack">
        {answersOf(facts).map(({ fact, verdict, title }) => (
          <Right key={fact} verdict={verdict} title={title}>
            {reason(because[fact], fact === 'commercial' || fact === 'derivatives')}
          </Right>
        ))}
      </ul>
    </section>
  );
}

const NAMED_MAX = 3;

/** The images that decide, by name. */
function reason(titles: readonly string[], isPermission: boolean): string {
  if (titles.length === 0) return isPermission ? 'Every image allows it.' : 'No image requires it.';
  const named = titles.slice(0, NAMED_MAX).join(', ');
  const more = titles.length - NAMED_MAX;
  return `Because of ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}
