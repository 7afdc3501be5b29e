import type { Edit } from '@imagesearch/sdk';
import { client } from '../api/client.js';
import { Said, sentenceOf } from '../api/failure.js';
import type { ShownImage } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';
import { announce } from '../ui/announce.js';
import { Field, FormDialog, textIn, TextField } from '../ui/form.js';
import { FactFields, factsIn, LicenceField, licenceIn, tagsIn, TagsField } from './fields.js';
import { editImage } from './own-images.js';

interface EditImageProps {
  image: ShownImage;
  onClose: () => void;
}

/** What is said of an image of one's own, to change. */
export function EditImage({ image, onClose }: EditImageProps) {
  const { title, description = '', tags, creator } = image;
  const save = async (form: FormData): Promise<void> => {
    const edit = editsIn(form, image);
    if (Object.keys(edit).length > 0) await editImage(image.asset_id, edit);
    announce('Saved.');
  };
  return (
    <FormDialog title="Edit the image" words="Save" savingWords="Saving …" onSave={save} onClose={onClose}>
      <TextField words="Title" name="title" dir="auto" maxLength={1_000} defaultValue={title} />
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
      <TagsField words="Tags" defaultValue={tags.join(', ')} />
      <TextField words="Creator" name="creator" dir="auto" maxLength={500} defaultValue={creator ?? ''} />
      <LicenceField asItIs={`As it is: ${licenceName(image.rights)}`} />
    </FormDialog>
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

interface EditImagesProps {
  /** The person's own. */
  images: readonly ShownImage[];
  onClose: () => void;
}

/** Says the same of several images of one's own. */
export function EditImages({ images, onClose }: EditImagesProps) {
  const save = async (form: FormData): Promise<void> => {
    const { tags: added, ...said } = factsIn(form);
    const tags = added ?? [];
    if (Object.keys(said).length + tags.length === 0) return;
    const faults: string[] = [];
    for (const { asset_id: id, title } of images) {
      try {
        await editImage(id, await withTags(id, said, tags));
      } catch (error) {
        faults.push(`${title || 'Untitled'}: ${sentenceOf(error)}`);
      }
    }
    announce(`${images.length - faults.length} of ${images.length} saved.`);
    if (faults.length > 0) throw new Said(faults.join('\n'));
  };
  return (
    <FormDialog title="Edit your images" words="Save" savingWords="Saving …" onSave={save} onClose={onClose}>
      <FactFields asItIs="As it is" tagsWords="Add tags" />
    </FormDialog>
  );
}

/** With the tags that the image has now: those in the tray may be old. */
async function withTags(assetId: string, said: Edit, more: string[]): Promise<Edit> {
  if (more.length === 0) return said;
  const { tags } = (await client().asset(assetId)).data;
  return { ...said, tags: [...new Set([...tags, ...more])] };
}
