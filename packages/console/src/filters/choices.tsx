import type { Option } from './controls.js';
import { aspectAround, RATIOS } from './describe-filters.js';

const NO_SHAPE = { orientation: undefined, aspect_min: undefined, aspect_max: undefined };

/** Orientations and common formats, drawn. */
export const SHAPES: Option[] = [
  { words: 'Any', sets: NO_SHAPE, drawing: <Frame aspect={1.25} isOpen /> },
  { words: 'Wide', sets: { ...NO_SHAPE, orientation: 'landscape' }, drawing: <Frame aspect={1.5} /> },
  { words: 'Tall', sets: { ...NO_SHAPE, orientation: 'portrait' }, drawing: <Frame aspect={2 / 3} /> },
  { words: 'Square', sets: { ...NO_SHAPE, orientation: 'square' }, drawing: <Frame aspect={1} /> },
  ...RATIOS.map(([width, height]) => ({
    words: `${width}:${height}`,
    sets: { ...NO_SHAPE, ...aspectAround(width / height) },
    drawing: <Frame aspect={width / height} />,
  })),
];

const EDGE_PX = 30;

function Frame({ aspect, isOpen = false }: { aspect: number; isOpen?: boolean }) {
  const style =
    aspect >= 1
      ? { inlineSize: EDGE_PX, blockSize: EDGE_PX / aspect }
      : { inlineSize: EDGE_PX * aspect, blockSize: EDGE_PX };
  return <span className={isOpen ? 'frame frame-open' : 'frame'} style={style} />;
}

export const COLOURS: Option[] = [
  { words: 'Any', sets: { monochrome: undefined } },
  { words: 'In colour', sets: { monochrome: false } },
  { words: 'Black and white', sets: { monochrome: true } },
];

export const FACES: Option[] = [
  { words: 'Any', sets: { faces_min: undefined, faces_max: undefined } },
  { words: 'None', sets: { faces_min: undefined, faces_max: 0 } },
  { words: 'One', sets: { faces_min: 1, faces_max: 1 } },
  { words: 'Two', sets: { faces_min: 2, faces_max: 2 } },
  { words: '3 +', sets: { faces_min: 3, faces_max: undefined } },
];

/** Megapixels of the original, at least. */
export const SIZES: Option[] = [
  { words: 'Any', sets: { resolution_min: undefined } },
  ...[1, 4, 12].map((least) => ({ words: `${least} MP +`, sets: { resolution_min: least } })),
];

/** The API leaves generated images out unless an answer would be short. */
export const AI: Option[] = [
  { words: 'If short', sets: { ai_generated: undefined, human_made: undefined } },
  { words: 'Never', sets: { ai_generated: false, human_made: undefined } },
  { words: 'Only', sets: { ai_generated: true, human_made: undefined } },
  { words: 'Human work only', sets: { ai_generated: undefined, human_made: true } },
];

/** What a person wants to do, as the value of the filter that asks for it. */
export const PERMISSIONS = [
  { name: 'commercial', wanted: true, words: 'Commercial use' },
  { name: 'derivatives', wanted: true, words: 'May be changed' },
  { name: 'attribution_required', wanted: false, words: 'No credit needed' },
  { name: 'share_alike', wanted: false, words: 'No share-alike duty' },
] as const;
