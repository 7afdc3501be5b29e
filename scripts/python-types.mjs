import { basename } from 'node:path';

const NAMES = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const KEYWORDS = ['class', 'from', 'import', 'in', 'is', 'with'];

/**
 * A Python module with a `TypedDict` for each object among the schemas of a contract. An object within another is named after
 * its field, and after both where that name is taken.
 */
export function pythonTypes(schemas) {
  /** In an order in which each stands behind its parts. */
  const classes = new Map();
  /** By their fields: what two objects have in common is declared once. */
  const names = new Map();
  const facts = { ...schemas.Upload.properties };
  delete facts.image_base64;
  const roots = { ...schemas, UploadFacts: { ...schemas.Upload, properties: facts, required: [] } };
  for (const [name, schema] of Object.entries(roots)) define(name, schema);
  const head = 'from __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict\n';
  return [head, ...classes.values()].join('\n\n');

  function define(name, { properties, required = [], description }) {
    names.set(JSON.stringify(properties), name);
    const fields = Object.entries(properties).map(([field, schema]) => ({
      field,
      type: typeOf(schema, pascalCase(field), name),
      isRequired: required.includes(field),
      says: schema.description,
    }));
    classes.set(name, typedDict(name, fields, description));
    return name;
  }

  function typeOf(schema, name, parent) {
    const { $ref, type, anyOf, items, properties, additionalProperties: others } = schema;
    const options = 'const' in schema ? [schema.const] : schema.enum;
    const partOf = (part) => typeOf(part, name.replace(/(?<=ch)es$|s$/, ''), parent);
    if ($ref)
      return classes.has(basename($ref)) ? basename($ref) : define(basename($ref), roots[basename($ref)]);
    if (options) return `Literal[${options.map(literal).join(', ')}]`;
    if (anyOf) return anyOf.map((one) => typeOf(one, name, parent)).join(' | ');
    if (Array.isArray(type))
      return type.map((one) => typeOf({ ...schema, type: one }, name, parent)).join(' | ');
    if (items) return `list[${partOf(items)}]`;
    if (properties) {
      const free = classes.has(name) || name in roots ? parent + name : name;
      return names.get(JSON.stringify(properties)) ?? define(free, schema);
    }
    if (type === 'object') return `dict[str, ${others ? partOf(others) : 'Any'}]`;
    return NAMES[type] ?? 'Any';
  }
}

const pascalCase = (field) => field.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

/** JSON's strings are Python's too. */
const literal = (value) => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value));

/** In Python's words. */
function docstring(text) {
  if (text === undefined) return [];
  const words = text
    .replace(/\bnull\b/gi, 'None')
    .replace(/`(true|false)`/g, (_, flag) => (flag === 'true' ? '`True`' : '`False`'));
  return [`""${literal(words)}""`];
}

function typedDict(name, fields, description) {
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
