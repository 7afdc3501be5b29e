import { Choice, type Option, type FilterChange, type FilterControl } from './controls.js';

type Shape = 'any' | 'landscape' | 'portrait' | 'square' | '16:9' | '3:2' | '4:3' | '4:5' | '9:16';

/** Bounds on the aspect, 3 % around a ratio as `parse_design` reads one. */
const TOLERANCE = 0.03;
const NO_SHAPE = { orientation: undefined, aspect_min: undefined, aspect_max: undefined };

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

const SHAPE_OPTIONS: Option<Shape>[] = SHAPES.map(([value, aspect, words]) => ({
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
      options={SHAPE_OPTIONS}
      chosen={chosen}
      onChoose={(shape) => change(boundsOf(shape))}
    />
  );
}

function boundsOf(shape: Shape): FilterChange {
  if (shape === 'any') return NO_SHAPE;
  if (shape === 'landscape' || shape === 'portrait' || shape === 'square')
    return { ...NO_SHAPE, orientation: shape };
  const [width = 1, height = 1] = shape.split(':').map(Number);
  const around = (factor: number): number => Number(((width / height) * factor).toFixed(2));
  return { ...NO_SHAPE, aspect_min: around(1 - TOLERANCE), aspect_max: around(1 + TOLERANCE) };
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

type Faces = 'any' | 'none' | 'one' | 'two' | 'group';

const FACES_OPTIONS: Option<Faces>[] = [
  { value: 'any', words: 'Any' },
  { value: 'none', words: 'None' },
  { value: 'one', words: 'One' },
  { value: 'two', words: 'Two' },
  { value: 'group', words: '3 +' },
];

const FACES_BOUNDS: Record<Faces, FilterChange> = {
  any: { faces_min: undefined, faces_max: undefined },
  none: { faces_min: undefined, faces_max: 0 },
  one: { faces_min: 1, faces_max: 1 },
  two: { faces_min: 2, faces_max: 2 },
  group: { faces_min: 3, faces_max: undefined },
};

export function FacesFilter({ filters, change }: FilterControl) {
  const chosen = FACES_OPTIONS.find(({ value }) => {
    const { faces_min, faces_max } = FACES_BOUNDS[value];
    return filters.faces_min === faces_min && filters.faces_max === faces_max;
  })?.value;
  return (
    <Choice
      title="Faces"
      options={FACES_OPTIONS}
      chosen={chosen}
      onChoose={(value) => change(FACES_BOUNDS[value])}
    />
  );
}

type Size = 'any' | '1' | '4' | '12';

const SIZE_OPTIONS: Option<Size>[] = [
  { value: 'any', words: 'Any' },
  { value: '1', words: '1 MP +' },
  { value: '4', words: '4 MP +' },
  { value: '12', words: '12 MP +' },
];

/** Megapixels of the original, at least. */
export function ResolutionFilter({ filters: { resolution_min: set }, change }: FilterControl) {
  const chosen = SIZE_OPTIONS.find(({ value }) => value === (set === undefined ? 'any' : String(set)))?.value;
  return (
    <Choice
      title="Resolution"
      options={SIZE_OPTIONS}
      chosen={chosen}
      onChoose={(value) => change({ resolution_min: value === 'any' ? undefined : Number(value) })}
    />
  );
}

const AI_OPTIONS: Option<'avoid' | 'never' | 'only' | 'human'>[] = [
  { value: 'avoid', words: 'If short' },
  { value: 'never', words: 'Never' },
  { value: 'only', words: 'Only' },
  { value: 'human', words: 'Human work only' },
];

/** The API leaves generated images out unless an answer would be short, and sensitive ones always. */
export function AiFilter({ filters: { ai_generated: set, human_made, sensitive }, change }: FilterControl) {
  return (
    <Choice
      title="AI-generated images"
      options={AI_OPTIONS}
      chosen={human_made === true ? 'human' : set === undefined ? 'avoid' : set ? 'only' : 'never'}
      onChoose={(value) =>
        change({
          ai_generated: value === 'avoid' || value === 'human' ? undefined : value === 'only',
          human_made: value === 'human' ? true : undefined,
        })
      }
    >
      <p className="filter-hint">
        “If short” shows them only when few other images fit. “Human work only” needs a mark of the file or of
        its source.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={sensitive === true}
          onChange={(event) => change({ sensitive: event.target.checked ? true : undefined })}
        />
        Show sensitive images too
      </label>
    </Choice>
  );
}
