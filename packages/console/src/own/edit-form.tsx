import type { Edit } from '@imagesearch/sdk';
import type { ShownImage } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';
import { announce } from '../ui/announce.js';
import { Field, Question, SaveForm, textIn, TextField } from '../ui/form.js';
import { deleteImage, editImage, forgetImage } from './own-images.js';
import { LicenceField, licenceIn, tagsIn } from './fields.js';

interface EditFormProps {
  image: ShownImage;
  /** @param isSaved - false where the person gave up */
  onEnd: (isSaved: boolean) => void;
}

/** What is said of an image of one's own, to change. */
export function EditForm({ image, onEnd }: EditFormProps) {
  const { title, description = '', tags, creator } = image;
  const saveEdit = async (form: FormData): Promise<void> => {
    const edit = editsIn(form, image);
    if (Object.keys(edit).length > 0) await editImage(image.asset_id, edit);
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
      <TextField words="Title" name="title" autoFocus dir="auto" maxLength={1_000} defaultValue={title} />
      <Field words="Description">
        {(id) => (
          <textarea
            id={id}
            className="text-field"
            name="description"
            dir="auto"
            rows={3}
            maxLength={10_000}
            defaultValue={description}
          />
        )}
      </Field>
      <TextField
        words="Tags"
        name="tags"
        dir="auto"
        placeholder="harbour, night"
        defaultValue={tags.join(', ')}
      />
      <TextField words="Creator" name="creator" dir="auto" maxLength={500} defaultValue={creator ?? ''} />
      <LicenceField asItIs={`As it is: ${licenceName(image.rights)}`} />
    </SaveForm>
  );
}

/** What differs from what is said of the image now. */
function editsIn(form: FormData, image: ShownImage): Edit {
  const [title, description] = [textIn(form, 'title'), textIn(form, 'description')];
  const tags = tagsIn(textIn(form, 'tags'));
  const creator = textIn(form, 'creator') || null;
  const license = licenceIn(form);
  return {
    ...(title !== image.title && { title }),
    ...(description !== image.description && { description }),
    ...(tags.join() !== image.tags.join() && { tags }),
    ...(creator !== image.creator && { creator }),
    ...(license !== undefined && { license }),
  };
}

interface DeleteQuestionProps {
  image: ShownImage;
  /** @param isDeleted - false where the person keeps it */
  onEnd: (isDeleted: boolean) => void;
}

export function DeleteQuestion({ image, onEnd }: DeleteQuestionProps) {
  const remove = async (): Promise<void> => {
    await deleteImage(image.asset_id);
    onEnd(true);
    forgetImage(image.asset_id);
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
