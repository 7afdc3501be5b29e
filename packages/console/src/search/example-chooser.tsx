import { useState, type SyntheticEvent } from 'react';
import { NEW_SEARCH, isSearch } from '../address/address.js';
import { goTo, useAddress } from '../address/use-address.js';
import { keptExample, searchWithImage, withExample } from './example-image.js';
import { useObjectUrl } from '../api/files.js';
import { useLoaded } from '../api/store.js';
import { IconButton } from '../ui/button.js';
import { announce } from '../ui/announce.js';
import { DropZone } from '../ui/drop-zone.js';
import { Fault, FileButton, textIn, TextField } from '../ui/form.js';
import './example.css';

/** Where an example image can come from: a file, or an address. Dropping and pasting work everywhere on the page. */
export function ExampleChooser({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const searchWithFile = async (file: File): Promise<void> => setFault(await searchWithImage(file));
  const searchWithAddress = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const url = textIn(new FormData(event.currentTarget), 'url');
    goTo(withExample({ kind: 'web', url }));
  };
  return (
    <section
      id="example-chooser"
      className="row card example-chooser"
      aria-label="Search with an image"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="row">
        <FileButton
          words="Choose a file"
          accept="image/*"
          onFiles={([file]) => file && void searchWithFile(file)}
        />
        <span className="quiet">or drop or paste an image anywhere on this page</span>
      </div>
      <form className="line example-address" onSubmit={searchWithAddress}>
        <TextField
          words="Address of an image"
          name="url"
          type="url"
          required
          pattern="https://.+"
          title="The public address of an image. It starts with https://."
          placeholder="https://"
        />
        <button type="submit" className="button">
          Use it
        </button>
      </form>
      <Fault fault={fault} />
    </section>
  );
}

/** The example image within the search field, small, with a way to take it out. */
export function ExampleChip() {
  const address = useAddress();
  const { example } = address;
  const keptId = example?.kind === 'kept' ? example.id : null;
  const kept = useLoaded(keptId, () => keptExample(keptId ?? ''));
  const preview = useObjectUrl(kept.value);
  if (example === null) return null;
  const host = example.kind === 'web' ? example.url.split('/')[2] : 'Image';
  const remove = (): void => {
    goTo(isSearch({ ...address, example: null }) ? { example: null } : NEW_SEARCH);
  };
  return (
    <span className="line example-chip">
      {preview ? (
        <img src={preview} alt="The image that you search with" />
      ) : (
        <span className="example-host">{host}</span>
      )}
      <IconButton icon="close" label="Remove the example image" onClick={remove} />
    </span>
  );
}

/** Searches with an image that is dropped or pasted anywhere on the page. */
export function DropAndPaste() {
  const take = async ({ files: [file] }: DataTransfer): Promise<void> => {
    const fault = file
      ? await searchWithImage(file)
      : 'That was not an image file. Type words into the search field.';
    if (fault !== null) announce(fault);
  };
  return <DropZone words="Drop the image to search with it" onGiven={(given) => void take(given)} />;
}
