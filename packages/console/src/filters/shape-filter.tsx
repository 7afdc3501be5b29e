import { Choice, type Option } from './choice.js';
import type { FilterChange, FilterControl } from './filter-control.js';

type Shape = 'any' | 'landscape' | 'portrait' | 'square' | '16:9' | '3:2' | '4:3' | '4:5' | '9:16';

/** Bounds on the aspect, 3 % around a ratio as `parse_design` reads one. */
const TOLERANCE = 0.03;
const NONE = { orientation: undefined, aspect_min: undefined, aspect_max: undefined };

const SHAPES: [Shape, aspect: number, words: string][] = [
  ['any', 1.25, 'Any'],
  ['landscape', 1.5, 'Wide'],
  ['portrait', 2 / 3, 'Tall'],
  ['square', 1, 'Square'],
  ['16:9', 16 / 9, '16:9'],
  ['3:2', 3 / 2, '3:2'],
  ['4:3', 4 / 3, '4:3'],
  ['4:5', 4 / 5, '4:5'],
  ['9:16', 9 / 16, '9:16'],
];

const OPTIONS: Option<Shape>[] = SHAPES.map(([value, aspect, words]) => ({
  value,
  words,
  drawing: <Frame aspect={aspect} isOpen={value === 'any'} />,
}));

/** Orientations and common formats, drawn. */
export function ShapeFilter({ filters, change }: FilterControl) {
  const chosen = SHAPES.find(([shape]) => isSet(filters, boundsOf(shape)))?.[0];
  return (
    <Choice
      title="Shape"
      className="frames"
      options={OPTIONS}
      chosen={chosen}
      onChoose={(shape) => change(boundsOf(shape))}
    />
  );
}

function boundsOf(shape: Shape): FilterChange {
  if (shape === 'any') return NONE;
  if (shape === 'landscape' || shape === 'portrait' || shape === 'square')
    return { ...NONE, orientation: shape };
  const [width = 1, height = 1] = shape.split(':').map(Number);
  const around = (factor: number): number => Number(((width / height) * factor).toFixed(2));
  return { ...NONE, aspect_min: around(1 - TOLERANCE), aspect_max: around(1 + TOLERANCE) };
}

function isSet(filters: FilterControl['filters'], bounds: FilterChange): boolean {
  return (
    filters.orientation === bounds.orientation &&
    filters.aspect_min === bounds.aspect_min &&
    filters.aspect_max === bounds.aspect_max
  );
}

const EDGE_PX = 30;

function Frame({ aspect, isOpen }: { aspect: number; isOpen: boolean }) {
  const style =
    aspect >= 1
      ? { inlineSize: EDGE_PX, blockSize: EDGE_PX / aspect }
      : { inlineSize: EDGE_PX * aspect, blockSize: EDGE_PX };
  return <span className={isOpen ? 'frame frame-open' : 'frame'} style={style} />;
}
