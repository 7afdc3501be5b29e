import { useEffect, useState } from 'react';
import type { Address } from '../address/address.js';
import { announce } from '../ui/announce.js';
import { searchWithImage } from './search-with-image.js';

/** Takes images that are dropped or pasted anywhere on the page. */
export function DropAndPaste({ address }: { address: Address }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const take = async (file: File | undefined): Promise<void> => {
      if (!file) return;
      const fault = await searchWithImage(file, address);
      if (fault !== null) announce(fault);
    };
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      void take(event.dataTransfer?.files[0]);
    };
    const paste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void take(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, [address]);
  return isOver ? <div className="drop-cover">Drop the image to search with it</div> : null;
}
