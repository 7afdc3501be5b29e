import { useEffect, useState } from 'react';

interface DropZoneProps {
  /** Over the page while something is dragged. */
  words: string;
  /** Gets what was dropped or pasted, within the event. */
  onGiven: (given: DataTransfer) => void;
}

/** Takes what is dropped anywhere on the page, and files that are pasted. Text that is dropped into a field is the field's. */
export function DropZone({ words, onGiven }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const on = { signal: gone.signal };
    const isForField = ({ dataTransfer, target }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') !== true &&
      target instanceof Element &&
      target.matches('input, textarea');
    const over = (event: DragEvent): void => {
      setIsOver(!isForField(event));
      if (!isForField(event)) event.preventDefault();
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (isForField(event) || !event.dataTransfer) return;
      event.preventDefault();
      onGiven(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent): void => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      onGiven(event.clipboardData);
    };
    addEventListener('dragover', over, on);
    addEventListener('dragleave', leave, on);
    addEventListener('drop', drop, on);
    addEventListener('paste', paste, on);
    return () => gone.abort();
  }, [onGiven]);
  return isOver ? <div className="drop-cover">{words}</div> : null;
}
