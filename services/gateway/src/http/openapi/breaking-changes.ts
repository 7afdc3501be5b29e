import type { Json, JsonObject } from './json.js';

/** What in `after` would break a client that was written against `before`, one line for each break. */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  const breaks: string[] = [];
  for (const [path, item] of entries(before['paths'])) {
    const itemAfter = at(after, 'paths', path);
    if (itemAfter === undefined) {
      breaks.push(`${path} is gone`);
      continue;
    }
    for (const [method, operation] of entries(item)) {
      const where = `${method.toUpperCase()} ${path}`;
      const operationAfter = at(itemAfter, method);
      if (operationAfter === undefined) breaks.push(`${where} is gone`);
      else breaks.push(...operationBreaks(where, operation, operationAfter, before, after));
    }
  }
  for (const [name, schema] of entries(at(before, 'components', 'schemas'))) {
    const schemaAfter = at(after, 'components', 'schemas', name);
    if (schemaAfter === undefined) breaks.push(`schema ${name} is gone`);
    else
      breaks.push(...schemaBreaks(name, schema, schemaAfter, name.endsWith('Request') || name === 'Filters'));
  }
  return breaks;
}

function operationBreaks(
  where: string,
  before: Json,
  after: Json,
  documentBefore: JsonObject,
  documentAfter: JsonObject,
): string[] {
  const breaks: string[] = [];
  for (const status of keys(at(before, 'responses'))) {
    const [was, is] = [at(before, 'responses', status), at(after, 'responses', status)];
    if (is === undefined) {
      breaks.push(`${where}: status ${status} is gone`);
      continue;
    }
    for (const part of ['headers', 'content']) {
      for (const name of missing(at(was, part), at(is, part))) {
        breaks.push(`${where}: ${part} ${name} of status ${status} is gone`);
      }
    }
    breaks.push(...contentBreaks(`${where} ${status}`, at(was, 'content'), at(is, 'content'), false));
  }
  const parametersAfter = new Map(parametersOf(after, documentAfter));
  const parametersBefore = new Map(parametersOf(before, documentBefore));
  for (const name of parametersBefore.keys()) {
    if (!parametersAfter.has(name)) breaks.push(`${where}: parameter ${name} is gone`);
  }
  for (const [name, required] of parametersAfter) {
    if (required && parametersBefore.get(name) !== true)
      breaks.push(`${where}: parameter ${name} became required`);
  }
  if (keys(at(before, 'security')).length === 0 && keys(at(after, 'security')).length > 0) {
    breaks.push(`${where}: a key became required`);
  }
  const [bodyBefore, bodyAfter] = [at(before, 'requestBody'), at(after, 'requestBody')];
  if (at(bodyBefore, 'required') !== true && at(bodyAfter, 'required') === true) {
    breaks.push(`${where}: a body became required`);
  }
  breaks.push(...contentBreaks(`${where} body`, at(bodyBefore, 'content'), at(bodyAfter, 'content'), true));
  return breaks;
}

/** Breaks in the schema of each media type that is still there. */
function contentBreaks(
  where: string,
  before: Json | undefined,
  after: Json | undefined,
  sent: boolean,
): string[] {
  return entries(before).flatMap(([type, content]) => {
    const [was, is] = [at(content, 'schema'), at(after, type, 'schema')];
    return was === undefined || is === undefined ? [] : schemaBreaks(where, was, is, sent);
  });
}

/** @param sent True when callers send this schema, false when they read it. */
function schemaBreaks(where: string, before: Json, after: Json, sent: boolean): string[] {
  const breaks: string[] = [];
  const [typeBefore, typeAfter] = [at(before, 'type'), at(after, 'type')];
  if (JSON.stringify(typeBefore) !== JSON.stringify(typeAfter)) breaks.push(`${where}: its type changed`);
  const [refBefore, refAfter] = [at(before, '$ref'), at(after, '$ref')];
  if (refBefore !== refAfter) breaks.push(`${where}: it refers to another schema`);

  const [valuesBefore, valuesAfter] = [values(at(before, 'enum')), values(at(after, 'enum'))];
  const refused = valuesBefore.filter((value) => !valuesAfter.includes(value));
  if (sent && valuesAfter.length > 0)
    breaks.push(...refused.map((value) => `${where}: ${JSON.stringify(value)} is refused`));

  const [requiredBefore, requiredAfter] = [names(at(before, 'required')), names(at(after, 'required'))];
  if (sent) {
    const added = requiredAfter.filter((name) => !requiredBefore.includes(name));
    breaks.push(...added.map((name) => `${where}.${name} became required`));
    breaks.push(...boundBreaks(where, before, after), ...formBreaks(where, before, after));
  } else {
    const dropped = requiredBefore.filter((name) => !requiredAfter.includes(name));
    breaks.push(...dropped.map((name) => `${where}.${name} may be absent now`));
  }
  for (const [name, field] of entries(at(before, 'properties'))) {
    const fieldAfter = at(after, 'properties', name);
    if (fieldAfter === undefined) breaks.push(`${where}.${name} is gone`);
    else breaks.push(...schemaBreaks(`${where}.${name}`, field, fieldAfter, sent));
  }
  breaks.push(...variantBreaks(where, before, after, sent));
  const [items, itemsAfter] = [at(before, 'items'), at(after, 'items')];
  if (items !== undefined && itemsAfter !== undefined) {
    breaks.push(...schemaBreaks(`${where}[]`, items, itemsAfter, sent));
  }
  return breaks;
}

/** Bounds of a request that became tighter. */
function boundBreaks(where: string, before: Json, after: Json): string[] {
  const tighter = (name: string, sign: 1 | -1): string[] => {
    const [was, is] = [at(before, name), at(after, name)];
    if (typeof is !== 'number') return [];
    return typeof was !== 'number' || sign * (is - was) > 0 ? [`${where}: ${name} became ${is}`] : [];
  };
  return [
    ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].flatMap((name) => tighter(name, 1)),
    ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].flatMap((name) => tighter(name, -1)),
  ];
}

function formBreaks(where: string, before: Json, after: Json): string[] {
  const changed = ['pattern', 'format', 'const'].filter(
    (name) => at(after, name) !== undefined && at(before, name) !== at(after, name),
  );
  const closed = at(before, 'additionalProperties') !== false && at(after, 'additionalProperties') === false;
  return [
    ...changed.map((name) => `${where}: its ${name} changed`),
    ...(closed ? [`${where}: unknown fields are refused`] : []),
  ];
}

/** Alternatives have no names, so they are compared as a whole: a request loses none, an answer gains none. */
function variantBreaks(where: string, before: Json, after: Json, sent: boolean): string[] {
  return ['anyOf', 'oneOf'].flatMap((name) => {
    const variantsOf = (schema: Json) => values(at(schema, name)).map((variant) => JSON.stringify(variant));
    const [was, is] = [variantsOf(before), variantsOf(after)];
    const lost = was.filter((variant) => !is.includes(variant));
    const gained = is.filter((variant) => !was.includes(variant));
    if (sent) return lost.map((variant) => `${where}: ${variant} is refused`);
    return was.length === 0 ? [] : gained.map((variant) => `${where}: it may be ${variant} now`);
  });
}

function parametersOf(operation: Json, document: JsonObject): [name: string, required: boolean][] {
  return values(at(operation, 'parameters')).map((parameter) => {
    const ref = at(parameter, '$ref');
    const resolved = typeof ref === 'string' ? at(document, ...ref.replace('#/', '').split('/')) : parameter;
    const name = names([at(resolved, 'in') ?? '', at(resolved, 'name') ?? '']).join(' ');
    return [name, at(resolved, 'required') === true];
  });
}

function at(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as JsonObject)[key];
  }, value);
}

function entries(value: Json | undefined): [string, Json][] {
  return keys(value).map((key) => [key, at(value, key) ?? null]);
}

function keys(value: Json | undefined): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function names(value: Json | undefined): string[] {
  return values(value).filter((name) => typeof name === 'string');
}

function values(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function missing(before: Json | undefined, after: Json | undefined): string[] {
  return keys(before).filter((key) => at(after, key) === undefined);
}
