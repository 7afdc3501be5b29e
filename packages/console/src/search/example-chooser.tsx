import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { START, type Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { searchWithImage } from './search-with-image.js';
import './example.css';

/** Where an example image can come from: a file, or an address. Dropping and pasting work everywhere on the page. */
export function ExampleChooser({ address, onClose }: { address: Address; onClose: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const searchWithFile = async (file: File): Promise<void> => setFault(await searchWithImage(file, address));
  const searchWithAddress = (url: string): void => {
    const isWeb = /^https:\/\/[^\s/]+\/\S+$/i.test(url);
    setFault(isWeb ? null : 'Give a public address that starts with https:// and names an image.');
    if (!isWeb) return;
    const { query, filters, readsBrief } = address;
    goTo({ ...START, query, filters, readsBrief, example: { kind: 'web', url } });
  };
  return (
    <section
      id="example-chooser"
      className="example-chooser"
      aria-label="Search with an image"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <FileChoice onChoose={(file) => void searchWithFile(file)} />
      <AddressChoice faultId={faultId} isFaulty={fault !== null} onChoose={searchWithAddress} />
      <p id={faultId} role="alert" className="example-fault">
        {fault}
      </p>
    </section>
  );
}

function FileChoice({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="example-ways">
      <button type="button" className="button" onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <span className="quiet">or drop or paste an image anywhere on this page</span>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}

interface AddressChoiceProps {
  faultId: string;
  isFaulty: boolean;
  onChoose: (url: string) => void;
}

function AddressChoice({ faultId, isFaulty, onChoose }: AddressChoiceProps) {
  const [url, setUrl] = useState('');
  const choose = (): void => onChoose(url.trim());
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The field stands in the form for words.
    event.preventDefault();
    choose();
  };
  return (
    <label className="example-address">
      <span className="quiet">Address of an image</span>
      <span className="example-line">
        <input
          type="url"
          className="text-field"
          placeholder="https://"
          value={url}
          aria-describedby={faultId}
          aria-invalid={isFaulty}
          onChange={(event) => setUrl(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" onClick={choose}>
          Use it
        </button>
      </span>
    </label>
  );
}
