import { useEffect, useState } from 'react';
import { currentKey } from '../session/session-key.js';
import { onThisHost, serviceUrl } from './client.js';

/** Whether a file is read with the key: the address of an asset that is in no answer. */
export function isKeyed(address: string): boolean {
  return onThisHost(address).startsWith(`${serviceUrl()}/v1/asset/direct/`);
}

const TRIES = 5;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

/**
 * Reads a file, with the key where its address needs that. The SDK cannot follow that redirect in a browser without showing
 * the key to its target. On this page it can be followed, because the content security policy stops a connection to another
 * host before it is made. Waits where the plan asks for a pause. @throws FileFault when it does not come
 */
export async function readFile(address: string, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = isKeyed(address) ? { 'X-API-Key': currentKey() } : {};
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, { headers, ...(signal && { signal }) });
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === TRIES) throw new FileFault(response.status);
    const waitMs = Number(response.headers.get('Retry-After') ?? 0) * 1_000 || PAUSE_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, PAUSE_MS_MAX)));
  }
}

export class FileFault extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the file answered ${status}`);
    this.status = status;
  }
}

/** The name that the service gives to a file. */
export function nameOf(response: Response): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
  return encoded === undefined ? (plain ?? 'image') : decodeURIComponent(encoded);
}

/** Much longer than a browser takes to begin with the file. */
const KEPT_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  // Within the open dialog, which makes the rest of the page inert.
  (document.querySelector('dialog[open]') ?? document.body).append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** An address within this page for a file that it holds. */
export function useObjectUrl(file: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
