/** Where one image of a row stands: its size in CSS pixels. */
export interface Cell {
  width: number;
  height: number;
}

export interface RowOptions {
  /** Width to fill, in CSS pixels. */
  width: number;
  /** Height that a row should have; each is as near to it as its images allow. */
  height: number;
  gap: number;
}

/** Outside these bounds, an image is shown whole within its cell. */
const ASPECT_MIN = 0.5;
const ASPECT_MAX = 3;

/**
 * Sizes for images side by side in rows of equal width, in their order and at their own aspect ratios. The last row is as
 * high as the one above, so that few images are not blown up.
 * @param aspects - width over height of each image
 */
export function justifiedRows(aspects: readonly number[], { width, height, gap }: RowOptions): Cell[] {
  const cells: Cell[] = [];
  let row: number[] = [];
  for (const aspect of aspects) {
    row.push(clamp(aspect));
    const natural = sum(row) * height + gap * (row.length - 1);
    if (natural < width) continue;
    cells.push(...fill(row, rowHeight(row, width, gap), width, gap));
    row = [];
  }
  const above = cells.at(-1)?.height ?? height;
  const last = row.length === 0 ? above : Math.min(above, rowHeight(row, width, gap));
  cells.push(...row.map((aspect) => ({ width: Math.floor(aspect * last), height: Math.floor(last) })));
  return cells;
}

function rowHeight(row: readonly number[], width: number, gap: number): number {
  return (width - gap * (row.length - 1)) / sum(row);
}

/** Whole pixels; the last cell takes what rounding leaves. */
function fill(row: readonly number[], height: number, width: number, gap: number): Cell[] {
  let rest = width - gap * (row.length - 1);
  return row.map((aspect, index) => {
    const wanted = index === row.length - 1 ? rest : Math.round(aspect * height);
    rest -= wanted;
    return { width: wanted, height: Math.round(height) };
  });
}

function clamp(aspect: number): number {
  return Number.isFinite(aspect) ? Math.min(ASPECT_MAX, Math.max(ASPECT_MIN, aspect)) : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
