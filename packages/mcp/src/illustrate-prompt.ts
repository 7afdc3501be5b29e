import { ErrorCode, McpError, type GetPromptResult } from '@modelcontextprotocol/sdk/types.js';

export const ILLUSTRATE_PROMPT = {
  name: 'illustrate_with_credits',
  title: 'Illustrate this text with credits',
  description: 'Chooses images for a text, with the right to use them and a credit line for each.',
  arguments: [
    { name: 'text', description: 'The text to illustrate.', required: true },
    { name: 'images', description: 'Number of images; 3 unless given.', required: false },
    { name: 'use', description: '"commercial" or "private"; commercial unless given.', required: false },
  ],
};

/** @throws McpError without a text. */
export function illustrate(given: Record<string, string> = {}): GetPromptResult {
  const { text = '', images = '3', use = 'commercial' } = given;
  if (text.trim() === '') throw new McpError(ErrorCode.InvalidParams, 'The argument "text" is required.');
  const permitted =
    use === 'private'
      ? 'Prefer images whose commercial_use is "yes".'
      : 'Set filters.commercial to true. Never use an image whose commercial_use is "no" or "unknown".';
  const steps = [
    `Illustrate the text below with ${images} images.`,
    '1. Choose the passages that an image helps most.',
    `2. Search with search_images, one search for each passage and k of 10 at most; each search costs a credit. ${permitted}`,
    '3. Call get_image for each image that you choose. If "changes" is not "yes", use the image uncropped and unchanged.',
    '4. Return the text in Markdown with each image behind its passage, and below each image its credit.markdown, unchanged. If credit_required is "unknown", name the title and the page of the image.',
    '5. Close with a list of the images, their licences and what is unknown about them.',
  ];
  return {
    description: ILLUSTRATE_PROMPT.description,
    messages: [{ role: 'user', content: { type: 'text', text: `${steps.join('\n')}\n\n---\n\n${text}` } }],
  };
}
