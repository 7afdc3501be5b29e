import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { START, type Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { searchWithImage } from './search-with-image.js';
import './example.css';

/** Where an example image can come from: a file, or an address. Dropping and pasting work everywhere on the page. */
export function ExampleChooser({ address, onClose }: { address: Address; onClose: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();

  const useFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen) setFault(await searchWithImage(chosen, address));
  };
  const useUrl = (): void => {
    const isWeb = /^https:\/\/[^\s/]+\/\S+$/i.test(url.trim());
    setFault(isWeb ? null : 'Give a public address that starts with https:// and names an image.');
    if (!isWeb) return;
    const { query, filters, readsBrief } = address;
    goTo({ ...START, query, filters, readsBrief, example: { kind: 'web', url: url.trim() } });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'url') {
      event.preventDefault();
      useUrl();
    }
  };
  return (
    <section
      id="example-chooser"
      className="example-chooser"
      aria-label="Search with an image"
      onKeyDown={onKeyDown}
    >
      <div className="example-ways">
        <button type="button" className="button" onClick={() => file.current?.click()}>
          Choose a file
        </button>
        <span className="quiet">or drop or paste an image anywhere on this page</span>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/*"
          onChange={(event) => void useFile(event.target.files?.[0])}
        />
      </div>
      <label className="example-address">
        <span className="quiet">Address of an image</span>
        <span className="example-line">
          <input
            type="url"
            className="text-field"
            placeholder="https://"
            value={url}
            aria-describedby={faultId}
            aria-invalid={fault !== null}
            onChange={(event) => setUrl(event.target.value)}
          />
          <button type="button" className="button" onClick={useUrl}>
            Use it
          </button>
        </span>
      </label>
      <p id={faultId} role="alert" className="example-fault">
        {fault}
      </p>
    </section>
  );
}
