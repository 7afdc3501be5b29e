import { useState } from 'react';
import { leaveFor } from '../address/use-address.js';
import { client } from '../api/client.js';
import type { ShownImage } from '../api/types.js';
import { Details } from '../image/details.js';
import { Button } from '../ui/button.js';
import { announce } from '../ui/announce.js';
import { Fault, useSaving } from '../ui/form.js';
import { EditImage } from './edit-images.js';
import { forgetImage } from './own-images.js';

/** What is said of an image of one's own, with ways to change it and to delete the image. */
export function OwnDetails({ image }: { image: ShownImage }) {
  const [isEdited, setIsEdited] = useState(false);
  const { isSaving, fault, save } = useSaving();
  const remove = async (): Promise<void> => {
    if (!confirm('Delete this image for good? Nobody finds it here any more. You can add it again.')) return;
    await client().remove(image.asset_id);
    await leaveFor({ open: null });
    forgetImage(image.asset_id);
    announce(`${image.title || 'Untitled'} is deleted.`);
  };
  const tools = (
    <>
      <Button
        // Results do not hold the description.
        disabled={image.description === undefined}
        onClick={() => setIsEdited(true)}
      >
        Edit
      </Button>
      <Button disabled={isSaving} onClick={() => void save(remove)}>
        Delete
      </Button>
    </>
  );
  return (
    <>
      <Details image={image} tools={tools} />
      <Fault fault={fault} />
      {isEdited && <EditImage image={image} onClose={() => setIsEdited(false)} />}
    </>
  );
}
