import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const KEYWORDS = ['class', 'from', 'import', 'in', 'is', 'with'];

/** How a language writes the types of a contract. */
export const TYPESCRIPT = {
  head: '',
  between: '\n',
  names: { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' },
  any: 'unknown',
  options: (values) => values.map((value) => JSON.stringify(value)).join(' | '),
  list: (item) => (item.includes(' | ') ? `(${item})[]` : `${item}[]`),
  map: (value) => `Record<string, ${value}>`,
  declare({ name, says, fields }, earlier) {
    const like = mostAlike(fields, earlier);
    const own = fields.filter(({ field }) => !like?.names.includes(field));
    const lines = own.flatMap(({ field, type, says: what, isRequired }) => [
      ...comment(what).map((line) => `  ${line}`),
      `  ${field}${isRequired ? '' : '?'}: ${type};`,
    ]);
    const parts = [like?.type, own.length > 0 && ['{', ...lines, '}'].join('\n')].filter(Boolean);
    // No interface: an alias may be passed as a record.
    return [...comment(says), `export type ${name} = ${parts.join(' & ')};`, ''].join('\n');
  },
};

/** Fewer fields in common are easier to read twice. */
const COMMON_MIN = 5;

/** The part of an earlier object that this one repeats: its type, and the names of its fields. */
function mostAlike(fields, earlier) {
  const isRepeated = (field) => fields.some((one) => isDeepStrictEqual(one, field));
  const [most] = earlier
    .map(({ name, fields: all }) => ({ name, all, common: all.filter(isRepeated) }))
    .toSorted((one, other) => other.common.length - one.common.length);
  if (!most || most.common.length < COMMON_MIN) return undefined;
  const { name, all, common } = most;
  const others = all.filter((field) => !common.includes(field));
  const named = (some) => some.map(({ field }) => JSON.stringify(field)).join(' | ');
  const part =
    others.length < common.length ? `Omit<${name}, ${named(others)}>` : `Pick<${name}, ${named(common)}>`;
  return { type: others.length === 0 ? name : part, names: common.map(({ field }) => field) };
}

export const PYTHON = {
  head: 'from __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict\n',
  between: '\n\n',
  names: { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
  any: 'Any',
  options: (values) => `Literal[${values.map(literal).join(', ')}]`,
  list: (item) => `list[${item}]`,
  map: (value) => `dict[str, ${value}]`,
  declare: typedDict,
};

/**
 * A module with a type for each object among the schemas of a contract. An object within another is named after its field, and
 * after both where that name is taken.
 * @param requests Names of those that callers send. Null in an optional field of these means to leave it out, which the document
 * says in words where the field is of another schema: generators read no schema of null alone.
 */
export function clientTypes(schemas, requests, { head, between, names, any, options, list, map, declare }) {
  /** In an order in which each stands behind its parts. */
  const declared = new Map();
  /** By their fields: two objects with the same ones are one. */
  const nameOf = new Map();
  const earlier = [];
  for (const [name, schema] of Object.entries(schemas))
    if (!declared.has(name) && schema.properties) define(name, schema);
  return [head, ...declared.values()].filter(Boolean).join(between);

  function define(name, { properties, required = [], description }) {
    nameOf.set(JSON.stringify(properties), name);
    const fields = Object.entries(properties).map(([field, schema]) => ({
      field,
      type: fieldType(schema, field, name, required.includes(field)),
      isRequired: required.includes(field),
      says: schema.description,
    }));
    declared.set(name, declare({ name, says: description, fields }, earlier));
    earlier.push({ name, fields });
    return name;
  }

  /** A union is written where it stands. */
  function named(name, parent) {
    if (schemas[name].anyOf) return typeOf(schemas[name], name, parent);
    return declared.has(name) ? name : define(name, schemas[name]);
  }

  function fieldType(schema, field, parent, isRequired) {
    const type = typeOf(schema, pascalCase(field), parent);
    const isOmitted = requests.includes(parent) && !isRequired && schema.$ref !== undefined;
    return isOmitted ? `${type} | ${names.null}` : type;
  }

  function typeOf(schema, name, parent) {
    const { $ref, type, anyOf, items, properties, additionalProperties: others } = schema;
    const values = 'const' in schema ? [schema.const] : schema.enum;
    const partOf = (part) => typeOf(part, name.replace(/(?<=ch)es$|s$/, ''), parent);
    if ($ref) return named(basename($ref), parent);
    if (values) return options(values);
    if (anyOf) return anyOf.map((one) => typeOf(one, name, parent)).join(' | ');
    if (Array.isArray(type))
      return type.map((one) => typeOf({ ...schema, type: one }, name, parent)).join(' | ');
    if (type === 'null') return names.null;
    if (items) return list(partOf(items));
    if (properties) {
      const free = declared.has(name) || name in schemas ? parent + name : name;
      return nameOf.get(JSON.stringify(properties)) ?? define(free, schema);
    }
    if (type === 'object') return map(others ? partOf(others) : any);
    return names[type] ?? any;
  }
}

const pascalCase = (field) => field.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

const comment = (text) => (text === undefined ? [] : [`/** ${text.replaceAll('*/', '*\\/')} */`]);

/** JSON's strings are Python's too. */
const literal = (value) => PYTHON_WORDS.get(value) ?? JSON.stringify(value);
const PYTHON_WORDS = new Map([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** In Python's words. */
function docstring(text) {
  if (text === undefined) return [];
  const words = text
    .replace(/\bnull\b/gi, 'None')
    .replace(/`(true|false)`/g, (_, flag) => (flag === 'true' ? '`True`' : '`False`'));
  return [`""${literal(words)}""`];
}

function typedDict({ name, says: description, fields }) {
  const said = docstring(description);
  if (fields.some(({ field }) => KEYWORDS.includes(field))) {
    const entries = fields.map(({ field, type }) => `${literal(field)}: ${type}`);
    return [`${name} = TypedDict("${name}", {${entries.join(', ')}})`, ...said, ''].join('\n');
  }
  const block = (head, docs, some) => {
    const lines = some.flatMap(({ field, type, says }) => [`${field}: ${type}`, ...docstring(says)]);
    return `class ${head}:\n${[...docs, ...lines].map((line) => `    ${line}\n`).join('')}`;
  };
  // Python 3.10 cannot mark a single field as optional.
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return block(`${name}(TypedDict)`, said, required);
  if (required.length === 0) return block(`${name}(TypedDict, total=False)`, said, optional);
  const base = `_${name}Optional`;
  return `${block(`${base}(TypedDict, total=False)`, [], optional)}\n\n${block(`${name}(${base})`, said, required)}`;
}
