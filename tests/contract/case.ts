import { ERRORS } from '@imagesearch/gateway/http/errors';
import type { Answer } from '@imagesearch/testkit/stack/caller';

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
  /** One of the faults. */
  fault?: object;
  /** A part of the body. */
  body?: object | undefined;
  /** Null is absent. */
  headers?: Record<string, string | RegExp | null> | undefined;
  check?: (answer: Answer) => void;
}

/** `{name}` in an address or a body stands for the fact of this name. */
export type Case = [name: string, request: Request, expected: Expected];

/** What the target holds. */
export interface Facts {
  /** An asset in the index. */
  asset_id: string;
  /** An answer that holds it. */
  query_id: string;
  /** A small PNG in base64, and its first half. */
  image: string;
  half: string;
  /** The asset that this image is once it is added. */
  upload_id: string;
  /** A key of the account. */
  key_id: string;
}

export function withFacts(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(facts, name) ? facts[name as keyof Facts] : all,
  );
}

export const get = (path: string, headers: Record<string, string> = {}): Request => ({
  ...{ method: 'GET', path, headers },
});
export const keyless = (path: string): Request => ({ method: 'GET', path, keyless: true });
export const post = (path: string, body: unknown, headers: Record<string, string> = {}): Request => ({
  ...{ method: 'POST', path, body, headers },
});
export const patch = (path: string, body: unknown): Request => ({ method: 'PATCH', path, body });
export const remove = (path: string): Request => ({ method: 'DELETE', path });

export const answers = (status: number, body?: object, headers?: Expected['headers']): Expected => ({
  ...{ status, body, headers },
});

/** A refusal of what is at a place, such as `body.filters.faces_min`. */
export function refuses(type: string, place?: string, ctx?: object): Expected {
  const loc = place?.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const status = Object.hasOwn(ERRORS, type) ? ERRORS[type as keyof typeof ERRORS].status : 422;
  return { status, fault: { type, ...(loc && { loc }), ...(ctx && { ctx }) } };
}
