import { useState } from 'react';
import { onThisHost } from '../api/client.js';
import type { ShownImage } from '../api/types.js';
import { Icon } from '../ui/icon.js';

/** The longest edge of a thumbnail, in pixels. */
const THUMB_EDGE = 400;
/** Larger originals are not worth their bytes in a grid. */
const ORIGINAL_EDGE_MAX = 1_600;

interface ThumbnailProps {
  image: ShownImage;
  /** As shown, in CSS pixels. */
  width: number;
}

/** The image of a result, at the size that the screen needs; words in its place when it cannot be loaded. */
export function Thumbnail({ image, width }: ThumbnailProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <span className="thumbnail-broken">
        <Icon name="image" />
        <span>The preview cannot be loaded</span>
      </span>
    );
  }
  return (
    <img
      src={onThisHost(image.thumb)}
      srcSet={srcSetOf(image)}
      sizes={`${Math.max(1, Math.round(width))}px`}
      alt={image.title || 'Untitled'}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
    />
  );
}

function srcSetOf({ width, height, thumb, file, rights }: ShownImage): string | undefined {
  const edge = Math.max(width, height);
  if (edge <= THUMB_EDGE || edge > ORIGINAL_EDGE_MAX || rights.delivery !== 'host') return undefined;
  const thumbWidth = Math.max(1, Math.round((width * THUMB_EDGE) / edge));
  return `${onThisHost(thumb)} ${thumbWidth}w, ${onThisHost(file)} ${width}w`;
}
