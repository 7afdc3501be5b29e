import { useEffect, useId, useState, type SyntheticEvent } from 'react';
import { START, type Address, isSearch } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { searchWithImage, keptExample } from './example-image.js';
import { useObjectUrl } from '../api/files.js';
import { useLoaded } from '../api/store.js';
import { IconButton } from '../ui/icon.js';
import { announce } from '../ui/announce.js';
import { FileButton } from '../ui/form.js';
import './example.css';

/** Where an example image can come from: a file, or an address. Dropping and pasting work everywhere on the page. */
export function ExampleChooser({ address, onClose }: { address: Address; onClose: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const searchWithFile = async (file: File): Promise<void> => setFault(await searchWithImage(file, address));
  const searchWithAddress = (url: string): void => {
    const isWeb = /^https:\/\/[^\s/]+\/\S+$/i.test(url);
    setFault(isWeb ? null : 'Enter the public address of an image. It must start with https://.');
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
      <div className="example-ways">
        <FileButton
          words="Choose a file"
          accept="image/*"
          onFiles={([file]) => file && void searchWithFile(file)}
        />
        <span className="quiet">or drop or paste an image anywhere on this page</span>
      </div>
      <AddressChoice faultId={faultId} isFaulty={fault !== null} onChoose={searchWithAddress} />
      <p id={faultId} role="alert" className="fault">
        {fault}
      </p>
    </section>
  );
}

interface AddressChoiceProps {
  faultId: string;
  isFaulty: boolean;
  onChoose: (url: string) => void;
}

function AddressChoice({ faultId, isFaulty, onChoose }: AddressChoiceProps) {
  const [url, setUrl] = useState('');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onChoose(url.trim());
  };
  return (
    <form className="example-address" noValidate onSubmit={submit}>
      <label className="quiet" htmlFor={`${faultId}-address`}>
        Address of an image
      </label>
      <span className="example-line">
        <input
          id={`${faultId}-address`}
          type="url"
          className="text-field"
          placeholder="https://"
          value={url}
          aria-describedby={faultId}
          aria-invalid={isFaulty}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button type="submit" className="button">
          Use it
        </button>
      </span>
    </form>
  );
}

/** The example image within the search field, small, with a way to take it out. */
export function ExampleChip({ address }: { address: Address }) {
  const { example } = address;
  const keptId = example?.kind === 'kept' ? example.id : null;
  const kept = useLoaded(keptId, () => keptExample(keptId ?? ''));
  const preview = useObjectUrl(kept.value);
  if (example === null) return null;
  const remove = (): void => {
    const without = { ...address, example: null, open: null };
    goTo(isSearch(without) ? without : { ...START, filters: address.filters });
  };
  return (
    <span className="example-chip">
      {preview ? (
        <img src={preview} alt="The image that you search with" />
      ) : (
        <span className="example-host">{example.kind === 'web' ? hostOf(example.url) : 'Image'}</span>
      )}
      <IconButton icon="close" label="Remove the example image" onClick={remove} />
    </span>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return 'Image';
  }
}

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
    // Text that is dropped into a field is the field's.
    const isForField = (event: DragEvent): boolean =>
      !hasFiles(event) && event.target instanceof Element && event.target.matches('input, textarea');
    const over = (event: DragEvent): void => {
      // The panel for one's own images takes what is over it.
      const isTaken = event.defaultPrevented;
      setIsOver(!isTaken && !isForField(event));
      if (!isForField(event)) event.preventDefault();
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (event.defaultPrevented || isForField(event)) return;
      event.preventDefault();
      if (hasFiles(event)) void take(event.dataTransfer?.files[0]);
      else announce('That was not an image file. Type words into the search field.');
    };
    const paste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file || event.defaultPrevented) return;
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
