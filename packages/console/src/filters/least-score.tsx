import { ShareSlider } from './share-slider.js';

interface LeastScoreProps {
  value: number;
  onSet: (value: number) => void;
}

/** How well an image has to fit. The API estimates it for each result. */
export function LeastScore({ value, onSet }: LeastScoreProps) {
  return (
    <fieldset>
      <legend>How well it fits</legend>
      <ShareSlider words="At least" value={value} onSet={onSet} />
      <p className="filter-hint">30 to 40 % leaves out what probably does not fit.</p>
    </fieldset>
  );
}
