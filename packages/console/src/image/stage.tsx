import { useState } from 'react';
import type { ShownImage } from '../api/types.js';
import { Icon } from '../ui/icon.js';
import { CleanSpace } from './clean-space.js';
import { StageFiles } from './stage-files.js';
import { useFileAddress } from './use-file-address.js';

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
