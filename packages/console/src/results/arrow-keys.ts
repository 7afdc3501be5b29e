interface Box {
  top: number;
  left: number;
  width: number;
}

/**
 * The place that an arrow key leads to in a grid of rows; undefined when there is none.
 * @param boxes - where each image stands, in the order of the list
 */
export function placeAfter(
  key: string,
  from: number,
  { boxes, isRightToLeft }: { boxes: readonly Box[]; isRightToLeft: boolean },
): number | undefined {
  const onward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === onward) return inside(from + 1, boxes.length);
  if (key === backward) return inside(from - 1, boxes.length);
  if (key === 'Home') return inside(0, boxes.length);
  if (key === 'End') return inside(boxes.length - 1, boxes.length);
  if (key === 'ArrowDown') return nearest(from, boxes, (top, own) => top > own);
  if (key === 'ArrowUp') return nearest(from, boxes, (top, own) => top < own);
  return undefined;
}

function inside(place: number, count: number): number | undefined {
  return place >= 0 && place < count ? place : undefined;
}

/** In the next row that way, the image whose middle is nearest. */
function nearest(
  from: number,
  boxes: readonly Box[],
  isThatWay: (top: number, own: number) => boolean,
): number | undefined {
  const own = boxes[from];
  if (!own) return undefined;
  const candidates = boxes
    .map((box, place) => ({ box, place }))
    .filter(({ box }) => isThatWay(box.top, own.top));
  const distanceTo = ({ box }: { box: Box }): number =>
    Math.abs(box.top - own.top) * 10_000 + Math.abs(middle(box) - middle(own));
  return candidates.sort((a, b) => distanceTo(a) - distanceTo(b))[0]?.place;
}

function middle({ left, width }: Box): number {
  return left + width / 2;
}
