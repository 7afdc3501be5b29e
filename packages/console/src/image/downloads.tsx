import { useState } from 'react';
import { isKeyed, nameOf, readFile, saveFile } from '../api/files.js';
import type { ShownImage } from '../api/types.js';
import { Button } from '../ui/button.js';
import { announce } from '../ui/announce.js';
import { Icon } from '../ui/icon.js';
import { variantOf, type Variant } from './file-address.js';

/** The files of a hosted image to keep. */
export function Downloads({ image }: { image: ShownImage }) {
  const { width, height, format } = image;
  const original = [`${width} × ${height} px`, format?.toUpperCase()].filter(Boolean).join(', ');
  return (
    <ul className="row downloads" aria-label="Download">
      <Download image={image} variant={null} title="Original" meaning={original} />
      <Download image={image} variant="view" title="Web size" meaning="at most 1,600 px" />
      <Download image={image} variant="credited" title="With its credit" meaning="in the file" />
    </ul>
  );
}

interface DownloadProps {
  image: ShownImage;
  variant: Variant | null;
  title: string;
  meaning: string;
}

/** A link, which the browser streams to its disk; where the address needs the key, a button that reads the file first. */
function Download({ image, variant, title, meaning }: DownloadProps) {
  const [isReading, setIsReading] = useState(false);
  const address = variantOf(image.file, variant);
  const words = (
    <>
      <Icon name="download" />
      <span>
        {title} <span className="quiet">{meaning}</span>
      </span>
    </>
  );
  // Without a value the name is the one that the service gives.
  if (!isKeyed(address))
    return (
      <li>
        <a className="button" href={address} download="">
          {words}
        </a>
      </li>
    );
  const read = async (): Promise<void> => {
    setIsReading(true);
    try {
      const response = await readFile(address);
      saveFile(await response.blob(), nameOf(response));
    } catch {
      announce('The file cannot be read at the moment.');
    } finally {
      setIsReading(false);
    }
  };
  return (
    <li>
      <Button disabled={isReading} onClick={() => void read()}>
        {words}
      </Button>
    </li>
  );
}
