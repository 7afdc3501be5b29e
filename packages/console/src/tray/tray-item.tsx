import { useState } from 'react';
import type { Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { useFileAddress } from '../image/use-file-address.js';
import { LicenceBadge } from '../results/licence-badge.js';
import { IconButton } from '../ui/icon-button.js';
import { PageLink } from '../ui/page-link.js';
import { toggleInTray } from './tray-store.js';

interface TrayItemProps {
  address: Address;
  image: ShownImage;
  apiKey: string;
}

export function TrayItem({ address, image, apiKey }: TrayItemProps) {
  // The address of a result expires after a day; the asset's own needs the key and does not.
  const [isExpired, setIsExpired] = useState(false);
  const direct = `/v1/asset/direct/${encodeURIComponent(image.asset_id)}?v=thumb`;
  const { address: thumb } = useFileAddress(isExpired ? direct : image.thumb, apiKey);
  const name = image.title || 'Untitled';
  return (
    <li className="tray-item">
      <PageLink to={{ ...address, panel: null, open: image.asset_id }}>
        <span className="tray-thumb">
          {thumb && <img src={thumb} alt="" onError={() => setIsExpired(true)} />}
        </span>
        <span dir="auto">{name}</span>
      </PageLink>
      <LicenceBadge rights={image.rights} />
      <IconButton icon="close" label={`Take ${name} out of the tray`} onClick={() => toggleInTray(image)} />
    </li>
  );
}
