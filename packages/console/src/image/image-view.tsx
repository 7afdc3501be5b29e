import { useEffect, useState } from 'react';
import { likeThis } from '../address/address.js';
import { leaveFor, replaceWith, PageLink, useAddress } from '../address/use-address.js';
import type { ShownImage } from '../api/types.js';
import { client, serviceUrl } from '../api/client.js';
import { useOwnSource } from '../api/service-store.js';
import { OwnDetails } from '../own/own-details.js';
import { useEdits } from '../own/own-images.js';
import { TrayButton } from '../tray/tray-button.js';
import { Button, IconButton } from '../ui/button.js';
import { FailureCard } from '../ui/failure-card.js';
import { Icon } from '../ui/icon.js';
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
  assetId: string;
  results: readonly ShownImage[];
}

/** One image, large, with everything that is known of it. */
export function ImageView({ assetId, results }: ImageViewProps) {
  const place = results.findIndex(({ asset_id }) => asset_id === assetId);
  const { image, failure } = useImage(assetId, results[place]);
  const previous = place > 0 ? results[place - 1] : undefined;
  const next = place >= 0 ? results[place + 1] : undefined;
  const show = (other: ShownImage | undefined): void => {
    if (other) replaceWith({ open: other.asset_id });
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
      onClose={() => void leaveFor({ open: null })}
    >
      {failure && !image && <FailureCard failure={failure} onRetry={() => location.reload()} />}
      {image && <Opened key={image.asset_id} image={image} />}
    </Modal>
  );
}

function Opened({ image }: { image: ShownImage }) {
  const isOwn = useOwnSource() === image.source;
  const [showsSpace, setShowsSpace] = useState(false);
  return (
    <div className="image-view">
      <Stage image={image} showsSpace={showsSpace} />
      <div className="stack image-facts">
        <div className="row">
          <PageLink className="button button-main" to={likeThis(image.asset_id)}>
            <Icon name="similar" />
            More like this
          </PageLink>
          <TrayButton image={image} isWide />
          {image.cv.neg_space.length > 0 && (
            <Button aria-pressed={showsSpace} onClick={() => setShowsSpace(!showsSpace)}>
              Clean space
            </Button>
          )}
        </div>
        <RightsCard image={image} />
        <Look image={image} />
        {isOwn ? <OwnDetails image={image} /> : <Details image={image} />}
        <div>
          <h3 className="section-title">For programs</h3>
          <ForPrograms request={assetCurl(serviceUrl(), image.asset_id)} answer={image} />
        </div>
      </div>
    </div>
  );
}

function titleOf(image: ShownImage | null): string {
  if (image === null) return 'Image';
  return image.title === '' ? 'Untitled' : image.title;
}

/** Left and right go through the results. */
function useArrows(onPrevious: () => void, onNext: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isField(event.target)) return;
      if (event.key === 'ArrowLeft') onPrevious();
      if (event.key === 'ArrowRight') onNext();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onPrevious, onNext]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, pre, form *');
}

/** The image that is open: at once from the results, then with all that the service knows of it (for 0 credits). */
function useImage(
  assetId: string,
  result: ShownImage | undefined,
): { image: ShownImage | null; failure: Failure | null } {
  const { use } = useAddress();
  const { latest, error } = useLoaded<ShownImage>(
    JSON.stringify([assetId, use, useEdits()]),
    async (signal) => (await client().asset(assetId, { use, signal })).data,
  );
  const asset = latest?.asset_id === assetId ? latest : null;
  // The addresses of a result need no key; those of an asset do.
  if (result) return { image: asset ? { ...asset, ...result } : result, failure: null };
  return { image: asset, failure: error === null ? null : explainFailure(error) };
}
