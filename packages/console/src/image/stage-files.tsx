import { onThisHost } from '../api/client.js';
import type { ShownImage } from '../api/types.js';
import { Icon } from '../ui/icon.js';
import { webAddress } from './web-address.js';

/** Links to the files of an image; `address` is where its hosted file can be loaded from. */
export function StageFiles({ image, address }: { image: ShownImage; address: string | null }) {
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
