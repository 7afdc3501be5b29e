import { useEffect, useState } from 'react';

interface ShareSliderProps {
  words: string;
  value: number;
  onSet: (value: number) => void;
}

/** A share of one. It is set when the slider is let go, not on the way. */
export function ShareSlider({ words, value, onSet }: ShareSliderProps) {
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  const settle = (): void => {
    if (moved !== value) onSet(moved);
  };
  return (
    <label className="range">
      {words}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={moved}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
      <output>{Math.round(moved * 100)} %</output>
    </label>
  );
}
