import { credit, ImageSearch, isImageSearchError, may } from '@imagesearch/sdk';

const images = new ImageSearch({
  baseUrl: process.env.IMAGE_SEARCH_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.IMAGE_SEARCH_API_KEY,
});

try {
  const { data, credits } = await images.search({ query: 'red apple', k: 1, filters: { commercial: true } });
  for (const image of data.results) {
    console.log(image.title);
    console.log(`commercial use: ${may(image).useCommercially ?? 'unknown'}`);
    console.log(credit(image) || (may(image).useWithoutCredit ? 'no credit required' : 'credit: unknown'));
    const { data: thumbnail } = await images.file(image, { variant: 'thumb' });
    console.log(`${thumbnail.type}, ${thumbnail.size} bytes`);
  }
  console.log(`${credits.charged} credit charged, ${credits.remaining ?? 'any number'} left`);
} catch (error) {
  if (!isImageSearchError(error)) throw error;
  console.error(`${error.type}: ${error.message}`);
  process.exitCode = 1;
}
