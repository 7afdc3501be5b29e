import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownImage } from '../api/types.js';
import { Details } from '../image/details.js';
import { DeleteQuestion, EditForm } from './edit-form.js';

interface OwnDetailsProps {
  image: ShownImage;
  onEdited: () => void;
  onDeleted: () => void;
}

/** What is said of an image of one's own, with ways to change it and to delete the image. */
export function OwnDetails({ image, onEdited, onDeleted }: OwnDetailsProps) {
  const [mode, setMode] = useState<'shown' | 'edited' | 'questioned'>('shown');
  const edit = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const show = (button: typeof edit): void => {
    flushSync(() => setMode('shown'));
    button.current?.focus();
  };
  if (mode === 'edited')
    return (
      <section aria-label="Details">
        <h3 className="section-title">Details</h3>
        <EditForm
          image={image}
          onEnd={(isSaved) => {
            show(edit);
            if (isSaved) onEdited();
          }}
        />
      </section>
    );
  const tools = (
    <>
      <button
        ref={edit}
        type="button"
        className="button"
        // Results do not hold the description.
        disabled={image.description === undefined}
        onClick={() => setMode('edited')}
      >
        Edit
      </button>
      <button ref={remove} type="button" className="button" onClick={() => setMode('questioned')}>
        Delete
      </button>
    </>
  );
  const answer = (isDeleted: boolean): void => (isDeleted ? onDeleted() : show(remove));
  return (
    <>
      {mode === 'questioned' && <DeleteQuestion image={image} onEnd={answer} />}
      <Details image={image} tools={tools} />
    </>
  );
}
