import type { Edit } from '@imagesearch/sdk';
import { useState } from 'react';
import type { ShownImage } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';
import { announce } from '../ui/announce.js';
import { Field, Question, SaveForm, TextField } from '../ui/form.js';
import { deleteImage, editImage, forgetImage } from './own-images.js';
import { LicenceField, tagsIn } from './fields.js';

interface EditFormProps {
  image: ShownImage;
  apiKey: string;
  /** @param isSaved - false where the person gave up */
  onEnd: (isSaved: boolean) => void;
}

/** What is said of an image of one's own, to change. */
export function EditForm({ image, apiKey, onEnd }: EditFormProps) {
  const [texts, setTexts] = useState(textsOf(image));
  const [license, setLicense] = useState<string>();
  const saveEdit = async (): Promise<void> => {
    const edit = { ...editsIn(texts, image), ...(license !== undefined && { license }) };
    if (Object.keys(edit).length > 0) await editImage(image.asset_id, edit, apiKey);
    announce('Saved.');
    onEnd(true);
  };
  return (
    <SaveForm
      label="Edit the image"
      words="Save"
      savingWords="Saving …"
      onSave={saveEdit}
      onEnd={() => onEnd(false)}
    >
      <TextFields texts={texts} onTexts={setTexts} />
      <LicenceField asItIs={`As it is: ${licenceName(image.rights)}`} onChange={setLicense} />
    </SaveForm>
  );
}

/** As they stand in the fields. */
interface Texts {
  title: string;
  description: string;
  tags: string;
  creator: string;
}

function textsOf({ title, description = '', tags, creator }: ShownImage): Texts {
  return { title, description, tags: tags.join(', '), creator: creator ?? '' };
}

/** What differs from what is said of the image now. */
function editsIn(texts: Texts, image: ShownImage): Edit {
  const { title, description, tags, creator } = texts;
  const before = textsOf(image);
  return {
    ...(title !== before.title && { title: title.trim() }),
    ...(description !== before.description && { description: description.trim() }),
    ...(tags !== before.tags && { tags: tagsIn(tags) }),
    ...(creator !== before.creator && { creator: creator.trim() || null }),
  };
}

function TextFields({ texts, onTexts }: { texts: Texts; onTexts: (texts: Texts) => void }) {
  const field = (name: keyof Texts) => ({
    dir: 'auto',
    value: texts[name],
    onText: (text: string) => onTexts({ ...texts, [name]: text }),
  });
  const { value: description, onText: setDescription } = field('description');
  return (
    <>
      <TextField words="Title" autoFocus maxLength={1_000} {...field('title')} />
      <Field words="Description">
        {(id) => (
          <textarea
            id={id}
            className="text-field"
            dir="auto"
            rows={3}
            maxLength={10_000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <TextField words="Tags" placeholder="harbour, night" {...field('tags')} />
      <TextField words="Creator" maxLength={500} {...field('creator')} />
    </>
  );
}

interface DeleteQuestionProps {
  image: ShownImage;
  apiKey: string;
  /** @param isDeleted - false where the person keeps it */
  onEnd: (isDeleted: boolean) => void;
}

export function DeleteQuestion({ image, apiKey, onEnd }: DeleteQuestionProps) {
  const remove = async (): Promise<void> => {
    await deleteImage(image.asset_id, apiKey);
    onEnd(true);
    forgetImage(image.asset_id, apiKey);
    announce(`${image.title || 'Untitled'} is deleted.`);
  };
  return (
    <Question
      label="Delete the image"
      words="Delete it"
      savingWords="Deleting …"
      onSave={remove}
      onEnd={() => onEnd(false)}
    >
      Delete this image for good? Nobody finds it here any more. You can add it again.
    </Question>
  );
}
