import type { Use } from '@imagesearch/sdk';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { likeThis, type Address } from '../address/address.js';
import { leaveFor, replaceWith, PageLink } from '../address/use-address.js';
import type { ShownImage } from '../api/types.js';
import { clientFor } from '../api/client.js';
import { useOwnSource } from '../api/service-store.js';
import { OwnDetails } from '../own/own-details.js';
import { TrayButton } from '../tray/tray-button.js';
import { FailureCard } from '../ui/failure-card.js';
import { Icon, IconButton } from '../ui/icon.js';
import { Modal } from '../ui/modal.js';
import { Details, Look } from './details.js';
import { RightsCard } from './rights-card.js';
import { Stage } from './stage.js';
import { assetCurl } from '../api/ask.js';
import { ForPrograms } from '../ui/for-programs.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { useLoaded } from '../api/store.js';
import './image-view.css';

interface ImageViewProps {
  address: Address;
  assetId: string;
  results: readonly ShownImage[];
  apiKey: string;
}

/** One image, large, with everything that is known of it. */
export function ImageView({ address, assetId, results, apiKey }: ImageViewProps) {
  const place = results.findIndex(({ asset_id }) => asset_id === assetId);
  const [edits, setEdits] = useState(0);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const { image, failure } = useImage(assetId, address.use, results[place], apiKey, edits);
  const close = (): void => leaveFor({ ...address, open: null });
  const previous = place > 0 ? results[place - 1] : undefined;
  const next = place >= 0 ? results[place + 1] : undefined;
  const show = (other: ShownImage | undefined): void => {
    if (other) replaceWith({ ...address, open: other.asset_id });
  };
  useArrows(
    () => show(previous),
    () => show(next),
  );
  return (
    <Modal
      title={titleOf(image)}
      form="page"
      tools={
        <>
          <IconButton
            icon="previous"
            label="Previous image"
            disabled={!previous}
            onClick={() => show(previous)}
          />
          <IconButton icon="next" label="Next image" disabled={!next} onClick={() => show(next)} />
        </>
      }
      onClose={close}
    >
      {failure && !image && <FailureCard failure={failure} onRetry={() => location.reload()} />}
      {image && image.asset_id !== deletedId && (
        <Opened
          key={image.asset_id}
          address={address}
          image={image}
          apiKey={apiKey}
          onEdited={() => setEdits(edits + 1)}
          onDeleted={() => {
            // Its files cannot be read any more, and the way back takes a moment.
            flushSync(() => setDeletedId(image.asset_id));
            close();
          }}
        />
      )}
    </Modal>
  );
}

interface OpenedProps {
  address: Address;
  image: ShownImage;
  apiKey: string;
  onEdited: () => void;
  onDeleted: () => void;
}

function Opened({ address, image, apiKey, onEdited, onDeleted }: OpenedProps) {
  const isOwn = useOwnSource() === image.source;
  const [showsSpace, setShowsSpace] = useState(false);
  const closed = { ...address, open: null };
  return (
    <div className="image-view">
      <Stage image={image} apiKey={apiKey} showsSpace={showsSpace} />
      <div className="image-facts">
        <div className="row">
          <PageLink className="button button-main" to={likeThis(image.asset_id, address)}>
            <Icon name="similar" />
            More like this
          </PageLink>
          <TrayButton image={image} isWide />
          {image.cv.neg_space.length > 0 && (
            <button
              type="button"
              className="button"
              aria-pressed={showsSpace}
              onClick={() => setShowsSpace(!showsSpace)}
            >
              Clean space
            </button>
          )}
        </div>
        <RightsCard image={image} />
        <Look image={image} address={closed} />
        {isOwn ? (
          <OwnDetails
            image={image}
            address={closed}
            apiKey={apiKey}
            onEdited={onEdited}
            onDeleted={onDeleted}
          />
        ) : (
          <Details image={image} address={closed} />
        )}
        <div>
          <h3 className="section-title">For programs</h3>
          <ForPrograms request={assetCurl(location.origin, image.asset_id)} answer={image} />
        </div>
      </div>
    </div>
  );
}

function titleOf(image: ShownImage | null): string {
  if (image === null) return 'Image';
  return image.title === '' ? 'Untitled' : image.title;
}

/** Left and right go through the results, in the reading direction. */
function useArrows(onPrevious: () => void, onNext: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isField(event.target)) return;
      const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl';
      if (event.key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) onPrevious();
      if (event.key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) onNext();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onPrevious, onNext]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, pre, form *');
}

/**
 * The image that is open: at once from the results, then with all that the service knows of it (for 0 credits).
 * @param edits - another number looks it up again
 */
function useImage(
  assetId: string,
  use: Use,
  result: ShownImage | undefined,
  apiKey: string,
  edits: number,
): { image: ShownImage | null; failure: Failure | null } {
  const { latest, error } = useLoaded<ShownImage>(
    JSON.stringify([assetId, use, apiKey, edits]),
    async (signal) => (await clientFor(apiKey).asset(assetId, { use, signal })).data,
  );
  const asset = latest?.asset_id === assetId ? latest : null;
  // The addresses of a result need no key; those of an asset do.
  if (result) return { image: asset ? { ...asset, ...result } : result, failure: null };
  return { image: asset, failure: error === null ? null : explainFailure(error) };
}
