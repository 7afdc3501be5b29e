import { Check, Choice, type FilterChange, type FilterControl, type Option } from './controls.js';

const NO_SHAPE = { orientation: undefined, aspect_min: undefined, aspect_max: undefined };

const SHAPES: Option[] = [
  { words: 'Any', sets: NO_SHAPE, drawing: <Frame aspect={1.25} isOpen /> },
  { words: 'Wide', sets: { ...NO_SHAPE, orientation: 'landscape' }, drawing: <Frame aspect={1.5} /> },
  { words: 'Tall', sets: { ...NO_SHAPE, orientation: 'portrait' }, drawing: <Frame aspect={2 / 3} /> },
  { words: 'Square', sets: { ...NO_SHAPE, orientation: 'square' }, drawing: <Frame aspect={1} /> },
  ...[
    [16, 9],
    [3, 2],
    [4, 3],
    [4, 5],
    [9, 16],
  ].map(([width = 1, height = 1]) => ({
    words: `${width}:${height}`,
    sets: boundsAround(width / height),
    drawing: <Frame aspect={width / height} />,
  })),
];

/** Orientations and common formats, drawn. */
export function ShapeFilter(control: FilterControl) {
  return <Choice {...control} title="Shape" className="frames" options={SHAPES} />;
}

/** 3 % around a ratio, as `parse_design` reads one. */
function boundsAround(aspect: number): FilterChange {
  const around = (factor: number): number => Number((aspect * factor).toFixed(2));
  return { ...NO_SHAPE, aspect_min: around(0.97), aspect_max: around(1.03) };
}

const EDGE_PX = 30;

function Frame({ aspect, isOpen = false }: { aspect: number; isOpen?: boolean }) {
  const style =
    aspect >= 1
      ? { inlineSize: EDGE_PX, blockSize: EDGE_PX / aspect }
      : { inlineSize: EDGE_PX * aspect, blockSize: EDGE_PX };
  return <span className={isOpen ? 'frame frame-open' : 'frame'} style={style} />;
}

const FACES: Option[] = [
  { words: 'Any', sets: { faces_min: undefined, faces_max: undefined } },
  { words: 'None', sets: { faces_min: undefined, faces_max: 0 } },
  { words: 'One', sets: { faces_min: 1, faces_max: 1 } },
  { words: 'Two', sets: { faces_min: 2, faces_max: 2 } },
  { words: '3 +', sets: { faces_min: 3, faces_max: undefined } },
];

export function FacesFilter(control: FilterControl) {
  return <Choice {...control} title="Faces" options={FACES} />;
}

/** Megapixels of the original, at least. */
const SIZES: Option[] = [
  { words: 'Any', sets: { resolution_min: undefined } },
  ...[1, 4, 12].map((least) => ({ words: `${least} MP +`, sets: { resolution_min: least } })),
];

export function ResolutionFilter(control: FilterControl) {
  return <Choice {...control} title="Resolution" options={SIZES} />;
}

const AI: Option[] = [
  { words: 'If short', sets: { ai_generated: undefined, human_made: undefined } },
  { words: 'Never', sets: { ai_generated: false, human_made: undefined } },
  { words: 'Only', sets: { ai_generated: true, human_made: undefined } },
  { words: 'Human work only', sets: { ai_generated: undefined, human_made: true } },
];

/** The API leaves generated images out unless an answer would be short, and sensitive ones always. */
export function AiFilter(control: FilterControl) {
  const { filters, change } = control;
  return (
    <Choice {...control} title="AI-generated images" options={AI}>
      <p className="filter-hint">
        “If short” shows them only when few other images fit. “Human work only” needs a mark of the file or of
        its source.
      </p>
      <Check
        words="Show sensitive images too"
        isChecked={filters.sensitive === true}
        onCheck={(isChecked) => change({ sensitive: isChecked ? true : undefined })}
      />
    </Choice>
  );
}
