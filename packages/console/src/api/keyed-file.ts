/**
 * The file of an asset that is in no answer: its address needs the key, and the SDK cannot follow that redirect in a
 * browser without showing the key to its target. On this page it can be followed, because the content security policy
 * stops a connection to another host before it is made.
 */
export async function readKeyedFile(address: string, apiKey: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { headers: { 'X-API-Key': apiKey }, signal });
  if (!response.ok) throw new Error(`the file answered ${response.status}`);
  return response.blob();
}
