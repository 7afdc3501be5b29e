import { useState } from 'react';
import type { ShownImage, Side } from '../api/types.js';
import { onThisHost } from '../api/client.js';
import { isKeyed } from '../api/files.js';
import { Icon } from '../ui/icon.js';
import { Downloads } from './downloads.js';
import { useFileAddress, variantOf, webAddress } from './file-address.js';

interface StageProps {
  image: ShownImage;
  showsSpace: boolean;
}

/** The image as large as the window lets it be, and its files. */
export function Stage({ image, showsSpace }: StageProps) {
  const isHosted = image.rights.delivery === 'host';
  const preview = useFileAddress(image.thumb);
  // A linked file is on another host, which this page does not load from; its preview is here.
  const view = useFileAddress(isHosted ? variantOf(image.file, 'view') : image.thumb);
  const [shown, setShown] = useState<'preview' | 'view' | 'nothing'>('preview');
  const { width, height } = image;
  const name = image.title || 'Untitled';
  const isViewBroken = view.isBroken || shown === 'nothing';
  return (
    <figure className="stack stage">
      <div className="stage-mat">
        <div
          className="framed stage-image"
          style={{ aspectRatio: `${width} / ${height}`, ['--aspect' as string]: width / height }}
        >
          {view.address !== null && !isViewBroken && (
            <img
              src={view.address}
              alt={name}
              onLoad={() => setShown('view')}
              onError={() => setShown('nothing')}
            />
          )}
          {preview.address !== null && shown !== 'view' && (
            <img className="stage-preview" src={preview.address} alt={isViewBroken ? name : ''} />
          )}
          {showsSpace && <CleanSpace sides={image.cv.neg_space} />}
        </div>
      </div>
      <StageFiles image={image} />
    </figure>
  );
}

const AREAS: Record<Side, string> = {
  left: '1 / 1 / 4 / 2',
  right: '1 / 3 / 4 / 4',
  top: '1 / 1 / 2 / 4',
  bottom: '3 / 1 / 4 / 4',
};

/** Marks the outer thirds of an image that have room for text. Left and right are sides of the image itself. */
function CleanSpace({ sides }: { sides: readonly Side[] }) {
  return (
    <div className="clean-space" dir="ltr">
      {sides.map((side) => (
        <span key={side} style={{ gridArea: AREAS[side] }}>
          {side}
        </span>
      ))}
    </div>
  );
}

/** Links to the files of an image. */
function StageFiles({ image }: { image: ShownImage }) {
  const isHosted = image.rights.delivery === 'host';
  const page = webAddress(image.rights.provenance_url);
  return (
    <figcaption className="row">
      {isHosted && <Downloads image={image} />}
      {isHosted && image.has_location === true && (
        <span className="quiet">Contains a location: where the image was taken</span>
      )}
      {!isHosted && page !== null && (
        <a className="button" href={page} target="_blank" rel="noopener noreferrer">
          <Icon name="out" />
          File at the source
        </a>
      )}
      {!isHosted && !isKeyed(image.thumb) && (
        <a className="button" href={onThisHost(image.thumb)} target="_blank" rel="noopener">
          <Icon name="image" />
          Preview file
        </a>
      )}
    </figcaption>
  );
}
