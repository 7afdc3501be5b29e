const CHUNK_BYTES = 0x8000;

/** Base64 on every platform; the chunks keep the argument list within the limits of all engines. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}
