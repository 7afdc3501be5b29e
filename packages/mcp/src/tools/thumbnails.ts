import type { ImageSearch, Result } from '@imagesearch/sdk';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const THUMBNAILS_MAX = 5;
const TIMEOUT_MS = 5_000;
/** Far above a thumbnail of 400 pixels. */
const BYTES_MAX = 512 * 1024;

/** The first results as images, each behind its id. One that cannot be fetched is left out. */
export async function thumbnailsOf(
  results: readonly Result[],
  client: ImageSearch,
  signal: AbortSignal,
): Promise<CallToolResult['content']> {
  const fetched = await Promise.all(
    results.slice(0, THUMBNAILS_MAX).map((result) => thumbnailOf(result, client, signal)),
  );
  return fetched.flat();
}

async function thumbnailOf(
  result: Result,
  client: ImageSearch,
  signal: AbortSignal,
): Promise<CallToolResult['content']> {
  try {
    const options = { variant: 'thumb' as const, timeoutMs: TIMEOUT_MS, retries: 0, signal };
    const { data: file } = await client.file(result, options);
    if (file.size > BYTES_MAX || !file.type.startsWith('image/')) return [];
    const data = Buffer.from(await file.arrayBuffer()).toString('base64');
    return [
      { type: 'text', text: result.asset_id },
      { type: 'image', data, mimeType: file.type },
    ];
  } catch {
    signal.throwIfAborted();
    return [];
  }
}
