import type { Edit } from '@imagesearch/sdk';
import { useState } from 'react';
import { client } from '../api/client.js';
import { sentenceOf } from '../api/failure.js';
import type { ShownImage } from '../api/types.js';
import { announce } from '../ui/announce.js';
import { FactFields, factsIn } from './fields.js';
import { editImage } from './own-images.js';

interface EditManyProps {
  /** The person's own. */
  images: readonly ShownImage[];
}

/** Says the same of several images of one's own. */
export function EditMany({ images }: EditManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const words =
    images.length === 1 ? 'Edit the one that is yours' : `Edit the ${images.length} that are yours`;
  return (
    <section className="stack edit-many" aria-label="Your images">
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        aria-controls="edit-many"
        onClick={() => setIsOpen(!isOpen)}
      >
        {words}
      </button>
      {isOpen && <ManyForm images={images} />}
    </section>
  );
}

function ManyForm({ images }: EditManyProps) {
  const [saved, setSaved] = useState<number | null>(null);
  const [faults, setFaults] = useState<string[]>([]);
  const save = async (form: FormData): Promise<void> => {
    const { tags = [], ...said } = factsIn(form);
    if (Object.keys(said).length + tags.length === 0) return;
    setFaults([]);
    const found: string[] = [];
    for (const [index, image] of images.entries()) {
      setSaved(index);
      try {
        await editImage(image.asset_id, await withTags(image.asset_id, said, tags));
      } catch (error) {
        found.push(`${image.title || 'Untitled'}: ${sentenceOf(error)}`);
      }
    }
    setSaved(null);
    setFaults(found);
    announce(`${images.length - found.length} of ${images.length} saved.`);
  };
  return (
    <form
      id="edit-many"
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <FactFields asItIs="As it is" tagsWords="Add tags" />
      {faults.length > 0 && (
        <ul role="alert" className="fault">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <button type="submit" className="button button-main" disabled={saved !== null}>
        {saved === null ? 'Save' : `Saving ${saved + 1} of ${images.length} …`}
      </button>
    </form>
  );
}

/** With the tags that the image has now: those in the tray may be old. */
async function withTags(assetId: string, said: Edit, more: string[]): Promise<Edit> {
  if (more.length === 0) return said;
  const { tags } = (await client().asset(assetId)).data;
  return { ...said, tags: [...new Set([...tags, ...more])] };
}
