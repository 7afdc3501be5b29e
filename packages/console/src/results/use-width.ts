import { useLayoutEffect, useState, type RefObject } from 'react';

/** The inner width of an element in CSS pixels, known before the first paint; 0 until then. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const read = (): void => setWidth(measured.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
