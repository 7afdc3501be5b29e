/** Centre of one anchor, as shares of the detector's input. */
export interface Anchor {
  x: number;
  y: number;
}

/** Side of the detector's square input, pixels. */
export const DETECTOR_EDGE_PX = 128;

/** Feature maps of MediaPipe's short-range BlazeFace: pixels between cells, and anchors in a cell. */
const LAYERS = [
  { stridePx: 8, anchorsPerCell: 2 },
  { stridePx: 16, anchorsPerCell: 6 },
] as const;

/** The detector's 896 anchors in the order of its outputs (MediaPipe `ssd_anchors_calculator`, fixed size, offset 0.5). */
export const ANCHORS: readonly Anchor[] = LAYERS.flatMap(({ stridePx, anchorsPerCell }) => {
  const cells = DETECTOR_EDGE_PX / stridePx;
  return Array.from({ length: cells * cells * anchorsPerCell }, (_, at) => {
    const cell = Math.floor(at / anchorsPerCell);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  });
});
