import { basename } from 'node:path';

/**
 * The plain methods of both clients: a verb, a path, and what goes with them. What retries, pays once or streams is written
 * by hand.
 */

/**
 * What each method says and takes, read from the operations and from the document.
 * @param {Record<string, { route: object }>} routes By `operationId`.
 */
export function plainMethods(routes, { paths, components }) {
  return Object.values(routes)
    .filter(({ route }) => route.client !== undefined)
    .map(({ route: { client, method: verb, path, summary, description, scope } }) => {
      const operation = paths[path][verb];
      const parameters = operation.parameters.map(({ $ref }) => components.parameters[basename($ref)]);
      const body = schemaOf(operation.requestBody);
      const fields = Object.entries(components.schemas[body]?.properties ?? {});
      const required = components.schemas[body]?.required ?? [];
      // A body of one field is that field.
      const [only] = fields.length === 1 ? fields : [];
      const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'));
      return {
        ...{ name: client.method, isOnce: client.once === true, verb, path, body, status: Number(status) },
        says: [`${summary}. ${description}`, keyFor(scope), client.hint].filter(Boolean).join(' '),
        inPath: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        needed: only && required.includes(only[0]) ? only : undefined,
        optional: [
          ...parameters
            .filter((one) => one.in === 'query' || (one.in === 'header' && one.name !== REQUEST_ID))
            .map(({ name, ...of }) => [of.in, name, of]),
          ...(only && !required.includes(only[0]) ? [['body', ...only]] : []),
        ].map(([where, name, of]) => ({ where, name, says: of.description, schema: of.schema ?? of })),
        answer: schemaOf(answer),
        example: { ...examplesIn(parameters), body: firstExample(operation.requestBody) },
      };
    });
}

function keyFor(scope) {
  if (scope === undefined) return undefined;
  return scope === 'any' ? 'Takes every key.' : `Needs a key with the scope \`${scope}\`.`;
}

const schemaOf = (holder) => {
  const $ref = holder?.content?.['application/json']?.schema.$ref;
  return $ref && basename($ref);
};
const firstExample = (holder) =>
  Object.values(holder?.content?.['application/json'].examples ?? {})[0]?.value;
function examplesIn(parameters) {
  const of = (isHeader) =>
    Object.fromEntries(
      parameters
        .filter((one) => (one.in === 'header') === isHeader)
        .map(({ name, example }) => [name, example]),
    );
  return { path: of(false), header: of(true) };
}

/** Every request may have it, so each call of the clients takes it. */
const REQUEST_ID = 'X-Request-Id';

/** Headers have names such as `If-Match`. */
const camelCase = (name) =>
  name
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/[_-](\w)/g, (_, letter) => letter.toUpperCase());
const snakeCase = (name) => camelCase(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascalCase = (name) => name[0].toUpperCase() + name.slice(1);
/** A body of several fields is one argument: `key` for a `KeyRequest`. */
const argumentOf = (schema) =>
  snakeCase(schema.replace(/Request$/, '').replace(/^[A-Z]/, (first) => first.toLowerCase()));

const TYPESCRIPT = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean' };
const PYTHON = { integer: 'int', number: 'float', string: 'str', boolean: 'bool' };
const typeIn = (names, { type }) => names[[type].flat()[0]];

/** The module of the TypeScript client. */
export function typescriptMethods(methods) {
  const types = [
    ...new Set(
      methods.flatMap(({ body, answer, needed, optional }) => [
        takesWhole({ body, needed, optional }) && body,
        answer,
      ]),
    ),
  ];
  const options = methods.filter(({ optional }) => optional.length > 0).map(optionsOf);
  return `import type { CallOptions } from '../options.js';
import type { Answer } from '../transport/answer.js';
import { withQuery, type Call } from '../transport/send.js';
import type { ${types.filter(Boolean).toSorted().join(', ')} } from './contract.js';

${options.join('\n')}
/** The methods that are a verb and a path. */
export abstract class PlainMethods {
  /** @internal */
  protected abstract call<Data>(
    method: string,
    path: string,
    options: CallOptions,
    call?: Call<Data>,
  ): Promise<Answer<Data>>;

${methods.map(typescriptMethod).join('\n\n')}
}
`;
}

const takesWhole = ({ body, needed, optional }) =>
  body !== undefined && needed === undefined && optional.every(({ where }) => where !== 'body');

function optionsOf({ name, optional }) {
  const fields = optional.map(
    (field) =>
      `  /** ${field.says} */\n  ${camelCase(field.name)}?: ${typeIn(TYPESCRIPT, field.schema)} | undefined;\n`,
  );
  return `export interface ${pascalCase(name)}Options extends CallOptions {\n${fields.join('')}}\n`;
}

function typescriptMethod(method) {
  const { name, verb, path, body, needed, optional, inPath, answer, says, isOnce, status } = method;
  const whole = takesWhole(method) ? argumentOf(body) : undefined;
  const named = optional.map((field) => camelCase(field.name));
  const options =
    named.length > 0
      ? `{ ${named.join(', ')}, ...options }: ${pascalCase(name)}Options = {}`
      : 'options: CallOptions = {}';
  const args = [
    ...inPath.map((one) => `${camelCase(one)}: string`),
    ...(needed ? [`${camelCase(needed[0])}: ${typeIn(TYPESCRIPT, needed[1])}`] : []),
    ...(whole ? [`${whole}: ${body}`] : []),
    options,
  ];
  const query = optional.filter(({ where }) => where === 'query');
  const fields = [
    ...(needed ? [`${needed[0]}: ${camelCase(needed[0])}`] : []),
    ...optional
      .filter(({ where }) => where === 'body')
      .map((field) => `${field.name}: ${camelCase(field.name)}`),
  ];
  const sent = whole ?? (body && `{ ${fields.join(', ')} }`);
  const headers = optional.filter(({ where }) => where === 'header');
  const given = headers.map((field) => `'${field.name}': ${camelCase(field.name)}`);
  const call = [
    ...(sent ? [`body: ${sent}`] : []),
    ...(given.length > 0 ? [`headers: { ${given.join(', ')} }`] : []),
    ...(status === 204 ? ['read: () => null'] : []),
  ];
  const address = path.replace(/\{(\w+)\}/g, (_, one) => `\${encodeURIComponent(${camelCase(one)})}`);
  const place =
    query.length === 0
      ? `\`${address}\``
      : `withQuery(\`${address}\`, { ${query.map((field) => `${field.name}: ${camelCase(field.name)}`).join(', ')} })`;
  return `  /** ${says} */
  ${name}(${args.join(', ')}): Promise<Answer<${answer ?? 'null'}>> {
    return this.call('${verb.toUpperCase()}', ${place}, ${isOnce ? '{ ...options, retries: 0 }' : 'options'}${call.length > 0 ? `, { ${call.join(', ')} }` : ''});
  }`;
}

/** The module of the Python client. */
export function pythonMethods(methods) {
  const types = methods.flatMap((method) => [takesWhole(method) && method.body, method.answer]);
  return `from __future__ import annotations

from ._call import CallBase, call, escaped, given, with_query
from ._exchange import Exchange, exchange, json_of, nothing_of
from ._types import ${[...new Set(types.filter(Boolean))].toSorted().join(', ')}


class PlainMethods(CallBase):
    """The methods that are a verb and a path."""

${methods.map(pythonMethod).join('\n\n')}
`;
}

function pythonMethod(method) {
  const { name, verb, path, body, needed, optional, inPath, answer, says, isOnce, status } = method;
  const whole = takesWhole(method) ? argumentOf(body) : undefined;
  const args = [
    'self',
    ...inPath.map((one) => `${one}: str`),
    ...(needed ? [`${needed[0]}: ${typeIn(PYTHON, needed[1])}`] : []),
    ...(whole ? [`${whole}: ${body}`] : []),
    ...optional.map((field) => `${snakeCase(field.name)}: ${typeIn(PYTHON, field.schema)} | None = None`),
    '*',
    'timeout: float | None = None',
    ...(isOnce ? [] : ['retries: int | None = None']),
  ];
  const inBody = optional.filter(({ where }) => where === 'body').map((field) => field.name);
  const fields = [...(needed ? [needed[0]] : []), ...inBody].map((field) => `"${field}": ${field}`);
  const sent = whole ? `dict(${whole})` : body && `given({${fields.join(', ')}})`;
  const query = optional
    .filter(({ where }) => where === 'query')
    .map((field) => `"${field.name}": ${field.name}`);
  const given = optional
    .filter(({ where }) => where === 'header')
    .map((field) => `"${field.name}": ${snakeCase(field.name)}`);
  const headers = given.length > 0 ? `, headers={${given.join(', ')}}` : '';
  const address = `${inPath.length > 0 ? 'f' : ''}"${path.replace(/\{(\w+)\}/g, '{escaped($1)}')}"`;
  const place = query.length > 0 ? `with_query(${address}, {${query.join(', ')}})` : address;
  const words = says
    .replace(/\bnull\b/g, 'None')
    .replace(/`/g, '``')
    .replaceAll('"', "'");
  return `    @call
    def ${snakeCase(name)}(
        ${args.join(', ')}
    ) -> Exchange[${answer ?? 'None'}]:
        """${words}"""
        request = self._request("${verb.toUpperCase()}", ${place}${sent ? `, ${sent}` : ''}${headers})
        return exchange(request, self._limits(timeout, ${isOnce ? '0' : 'retries'}), ${status === 204 ? 'nothing_of' : 'json_of'})`;
}

const lowerCased = (headers) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

/** A case for each method, which all clients pass: the examples of the document go out and come back. */
export function plainCases(methods) {
  const cases = methods.map((method) => {
    const { name, verb, path, body, optional, inPath, status, example } = method;
    const given = Object.fromEntries(inPath.map((one) => [one, example.path[one]]));
    const query = optional
      .filter(({ where }) => where === 'query')
      .map((field) => [field.name, example.path[field.name]]);
    const headers = optional
      .filter(({ where }) => where === 'header')
      .map((field) => [field.name, example.header[field.name]]);
    const named = headers.map(([header, value]) => [snakeCase(header), value]);
    const whole = takesWhole(method) ? { [argumentOf(body)]: example.body } : example.body;
    const address = path.replace(/\{(\w+)\}/g, (_, one) => encodeURIComponent(given[one]));
    const sent = query.length > 0 ? `${address}?${query.map((pair) => pair.join('=')).join('&')}` : address;
    const answered =
      status === 204 ? { status, body_text: '' } : { status, example: `${verb.toUpperCase()} ${path}` };
    return {
      name: `${snakeCase(name)} is ${verb.toUpperCase()} ${path}`,
      call: {
        method: snakeCase(name),
        arguments: { ...given, ...Object.fromEntries([...query, ...named]), ...whole },
      },
      exchanges: [
        {
          ...{ method: verb.toUpperCase(), path: sent },
          ...(headers.length > 0 && { headers: lowerCased(headers) }),
          ...{ ...(body && { body: example.body }), answer: answered },
        },
      ],
      then: { ...(status === 204 ? { data: null } : { example: answered.example }), attempts: 1 },
    };
  });
  return `${JSON.stringify(cases, null, 2)}\n`;
}
