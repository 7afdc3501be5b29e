import { useState } from 'react';
import type { ShownImage, Side } from '../api/types.js';
import { onThisHost } from '../api/client.js';
import { Icon } from '../ui/icon.js';
import { useFileAddress, webAddress } from './file-address.js';

interface StageProps {
  image: ShownImage;
  apiKey: string;
  showsSpace: boolean;
}

/** The image as large as the window lets it be, and its files. */
export function Stage({ image, apiKey, showsSpace }: StageProps) {
  const isHosted = image.rights.delivery === 'host';
  // A linked file is on another host, which this page does not load from; its preview is here.
  const { address, isBroken } = useFileAddress(isHosted ? image.file : image.thumb, apiKey);
  const [broken, setBroken] = useState<string | null>(null);
  const { width, height } = image;
  return (
    <figure className="stage">
      <div className="stage-mat">
        <div
          className="stage-image"
          style={{ aspectRatio: `${width} / ${height}`, ['--aspect' as string]: width / height }}
        >
          {address !== null && address !== broken ? (
            <img src={address} alt={image.title || 'Untitled'} onError={() => setBroken(address)} />
          ) : (
            <span className="thumbnail-broken">
              {(isBroken || broken !== null) && (
                <>
                  <Icon name="image" />
                  <span>The image cannot be loaded</span>
                </>
              )}
            </span>
          )}
          {showsSpace && <CleanSpace sides={image.cv.neg_space} />}
        </div>
      </div>
      <StageFiles image={image} address={address} />
    </figure>
  );
}

/** Marks the outer thirds of an image that have room for text. Left and right are sides of the image itself. */
function CleanSpace({ sides }: { sides: readonly Side[] }) {
  return (
    <div className="clean-space" dir="ltr">
      {sides.map((side) => (
        <span key={side} className={`clean-${side}`}>
          {side}
        </span>
      ))}
    </div>
  );
}

/** Links to the files of an image; `address` is where its hosted file can be loaded from. */
function StageFiles({ image, address }: { image: ShownImage; address: string | null }) {
  const isHosted = image.rights.delivery === 'host';
  const page = webAddress(image.rights.provenance_url);
  return (
    <figcaption className="copy-row">
      {isHosted && address !== null && (
        <a className="button" href={address} download={fileName(image)}>
          <Icon name="download" />
          Download
        </a>
      )}
      {isHosted && image.has_location === true && (
        <span className="quiet">Contains a location: where the image was taken</span>
      )}
      {!isHosted && page !== null && (
        <a className="button" href={page} target="_blank" rel="noopener noreferrer">
          <Icon name="out" />
          File at the source
        </a>
      )}
      {!image.thumb.includes('/v1/asset/direct/') && (
        <a className="button" href={onThisHost(image.thumb)} target="_blank" rel="noopener">
          <Icon name="image" />
          Preview file
        </a>
      )}
    </figcaption>
  );
}

function fileName({ asset_id: id, format }: ShownImage): string {
  return `${id.replaceAll(/[^\w.-]+/g, '-')}${format ? `.${format}` : ''}`;
}
