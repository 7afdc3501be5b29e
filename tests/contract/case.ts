import type { Answer } from '@imagesearch/testkit/stack/caller';

/** What a table's rows may name: things that the target holds. */
export interface Facts {
  baseUrl: string;
  /** An asset in the index. */
  assetId: string;
  /** An answer that holds it. */
  queryId: string;
  /** A small JPEG, PNG or WebP image in base64. */
  image: string;
  /** The asset that this image is once it is added. */
  uploadId: string;
  /** A key of the account. */
  keyId: string;
}

export interface Request {
  method: string;
  path: string;
  /** Sent as JSON, or as it is when it is text. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Without the key. */
  keyless?: boolean;
}

export interface Expected {
  status: number;
  /** Of the first fault. */
  type?: string;
  loc?: (string | number)[];
  /** A part of the body, or of the first fault's `ctx`. */
  body?: object;
  ctx?: object;
  headers?: Record<string, string | RegExp>;
  check?: (answer: Answer) => void;
}

export interface Case {
  name: string;
  request: Request | ((facts: Facts) => Request);
  expected: Expected;
}

export const post = (path: string, body: unknown, more: Partial<Request> = {}): Request => ({
  method: 'POST',
  path,
  body,
  ...more,
});

export const get = (path: string, more: Partial<Request> = {}): Request => ({ method: 'GET', path, ...more });
