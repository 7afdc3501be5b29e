import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
export interface ResponseObject {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
}
export interface OperationObject {
  operationId: string;
  security: object[];
  parameters: { $ref: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, ResponseObject>;
}
export interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, object>;
    parameters: Record<string, { name: string; in: string; required?: boolean; schema: object }>;
    headers: Record<string, { required?: boolean; schema: object }>;
    responses: Record<string, ResponseObject>;
  };
}

interface Seen {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The served document as a judge of answers. */
export class Contract {
  readonly document: Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Document) {
    this.document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, 'contract');
  }

  /** What is wrong with an answer, in words; empty when the document allows it. */
  faultsOf(method: string, path: string, seen: Seen): string[] {
    const { pointer, response } = this.#find(method, new URL(path, 'http://any').pathname, seen.status);
    if (!response) return [`${method} ${path} answered ${seen.status}, which is not documented`];
    return [
      ...this.#headerFaults(response, seen.headers),
      ...(method === 'HEAD' ? [] : this.#bodyFaults(pointer, response, seen)),
    ];
  }

  /** Faults of any value against a part of the document, by JSON pointer. */
  check(pointer: string, value: unknown): string[] {
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `contract#${pointer}` });
      this.#compiled.set(pointer, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  #find(method: string, path: string, status: number) {
    const template = templateOf(Object.keys(this.document.paths), path);
    const shared = (name: string) => ({
      pointer: `/components/responses/${name}`,
      response: this.document.components.responses[name],
    });
    if (template === undefined) return shared('RouteNotFound');
    // An address may refuse HEAD although it takes GET; the document then names it.
    if (method === 'HEAD' && status === 405) return shared('MethodNotAllowed');
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.document.paths[template]?.[verb];
    if (!operation) return shared(method === 'OPTIONS' ? 'Options' : 'MethodNotAllowed');
    return {
      pointer: `/paths/${escapePointer(template)}/${verb}/responses/${status}`,
      response: operation.responses[String(status)],
    };
  }

  #headerFaults({ headers = {} }: ResponseObject, seen: Headers): string[] {
    return Object.keys(headers).flatMap((name) => {
      const value = seen.get(name);
      if (value === null) {
        return this.document.components.headers[name]?.required === true
          ? [`the header ${name} is absent`]
          : [];
      }
      return this.check(`/components/headers/${name}/schema`, value).map((fault) => `${name}:${fault}`);
    });
  }

  #bodyFaults(pointer: string, { content = {} }: ResponseObject, { headers, body }: Seen): string[] {
    const type = headers.get('Content-Type')?.split(';')[0];
    if (Object.keys(content).length === 0) {
      return body instanceof Buffer && body.length === 0 ? [] : ['there is a body, and none is documented'];
    }
    if (type === undefined || content[type] === undefined)
      return [`the type ${type ?? ''} is not documented`];
    if (type !== 'application/json') return [];
    return this.check(`${pointer}/content/${escapePointer(type)}/schema`, body);
  }
}

/** The template that a path is of; one of fixed parts comes before one with a parameter in their place. */
function templateOf(templates: readonly string[], path: string): string | undefined {
  return templates
    .filter((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

export function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
