import { Blob } from 'node:buffer';
import { CLIPImageProcessor, RawImage, SiglipImageProcessor } from '@huggingface/transformers';

// A process of its own: the library runs ten times as slowly in jest's sandbox.
process.on('message', async ({ bytes, crops, settings }) => {
  const processor = crops ? new CLIPImageProcessor(settings) : new SiglipImageProcessor(settings);
  const { pixel_values } = await processor(await RawImage.fromBlob(new Blob([bytes])));
  process.send?.({ tensor: pixel_values.data });
});
