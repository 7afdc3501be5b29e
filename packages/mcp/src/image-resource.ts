import { isImageSearchError, type ImageSearch } from '@imagesearch/sdk';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';

const SCHEME = 'image://';
/** The protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

export const IMAGE_TEMPLATE = {
  uriTemplate: `${SCHEME}{asset_id}`,
  name: 'image',
  title: 'Image',
  description: 'Metadata and rights of an image, by the asset_id of a search result. Costs nothing.',
  mimeType: 'application/json',
};

/** @throws McpError with the words of the API. */
export async function readImage(uri: string, client: ImageSearch, signal: AbortSignal): Promise<ReadResourceResult> {
  try {
    const { data } = await client.asset(assetIdOf(uri), { signal });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  } catch (error) {
    if (!isImageSearchError(error)) throw error;
    const code = error.status === 404 ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
    throw new McpError(code, error.message, { type: error.type, uri });
  }
}

function assetIdOf(uri: string): string {
  try {
    if (uri.startsWith(SCHEME)) return decodeURIComponent(uri.slice(SCHEME.length));
  } catch {
    // A percent sign without two digits.
  }
  throw new McpError(ErrorCode.InvalidParams, 'A resource has the form image://<asset_id>.', { uri });
}
