import type { ErrorCode } from '@imagesearch/service-kit/errors';
import {
  errorResponse,
  errorResponses,
  type Faults,
  ERRORS_EVERYWHERE,
  ERRORS_KEYED,
  ERRORS_OF_BODIES,
  UNKNOWN_PARAMETER,
} from '../operations/answers.js';
import { HEADERS, headerRefs } from '../operations/headers.js';
import type { Route, Routed } from '../operations/operation.js';
import { REQUEST_ID, type Parameter } from '../operations/parameter.js';
import { schemaRef, type Json, type JsonObject } from '../operations/schemas.js';
import { ROUTES, TAGS } from './operations.js';
import { byName, pascalCase, readable, schemaComponents, withNamedUnions } from './schemas.js';

/** Version of the interface (specification, section 9). */
const CONTRACT_VERSION = '1.3';

const DESCRIPTION = `Finds images by words, by example or by both. Each result has the rights that its source declares.

Send the API key in \`X-API-Key\`. Every request with a valid key counts towards the limits of its account, which all keys
of the account share. The header \`RateLimit\` gives their state. A request that a limit refuses gets a 429 and has no
effect. Every error has one shape, \`Error\`, and its \`type\` does not change.

Every address that supports GET also supports HEAD, except \`/v1/search\`. OPTIONS answers 204 with \`Allow\`. Other methods get
a 405, and addresses that are not listed here a 404, both in the shape of an error (see the shared responses). Answers are
compressed with gzip or br if the caller accepts that. Unknown fields of a body and unknown parameters of an address are refused. An optional field
of a body may be null, which means the same as leaving it out. New fields may be added to answers.

Agents use \`POST /mcp\` instead, which speaks the Model Context Protocol (streamable HTTP) under the same keys and credits.

The folder \`docs\` of the software has tutorials, guides and explanations.`;

/** The public contract as an OpenAPI 3.1 document, from the schemas that the gateway validates and types with. */
export function contractDocument(): JsonObject {
  const unions: Record<string, Json> = {};
  const schemas = withNamedUnions(schemaComponents(), unions) as JsonObject;
  const parameters = parameterComponents(unions);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [tag, operations] of Object.entries(TAGS)) {
    for (const [operationId, { route }] of Object.entries<Routed>(operations)) {
      const { path, method } = route;
      const item = { operationId, tags: [tag], ...toPathItem(route) };
      paths[path] = { ...paths[path], [method]: item };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Image Search',
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(TAGS).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: byName({ ...schemas, ...unions }),
      parameters,
      headers: readable(HEADERS),
      responses: {
        RouteNotFound: errorResponse(404, ['route_not_found']),
        MethodNotAllowed: errorResponse(405, ['method_not_allowed']),
        Options: { description: 'The methods that an address takes.', headers: headerRefs(['Allow']) },
      },
    },
  };
}

interface Served {
  /** The documentation, which `/docs` then links. */
  docsUrl?: string | undefined;
  /** Where callers reach the service; by default where they got the document. */
  publicBaseUrl?: string | undefined;
}

/** The same as a gateway serves it. */
export function servedContract({ docsUrl, publicBaseUrl }: Served): JsonObject {
  const externalDocs = docsUrl && { url: docsUrl, description: 'Tutorials, guides and explanations' };
  const servers = publicBaseUrl && [{ url: publicBaseUrl }];
  return { ...contractDocument(), ...(servers && { servers }), ...(externalDocs && { externalDocs }) };
}

function parameterComponents(unions: Record<string, Json>): JsonObject {
  const parameters = Object.values(ROUTES).flatMap(({ route }) => route.parameters ?? []);
  const components = [REQUEST_ID, ...parameters].map(({ id, described }): [string, Json] => [
    id,
    parameterComponent(described, unions),
  ]);
  return byName(Object.fromEntries(components));
}

/** Says a default where the parameter is described. */
function parameterComponent(
  { description, schema, ...described }: Parameter['described'],
  unions: Record<string, Json>,
): JsonObject {
  const { description: says, ...rest } = readable({ ...(schema as JsonObject), description }) as JsonObject;
  const { required, example, ...place } = described;
  return {
    ...place,
    ...(required !== undefined && { required }),
    ...(says !== undefined && { description: says }),
    schema: withNamedUnions(rest, unions, pascalCase(described.name)),
    ...(example !== undefined && { example }),
  };
}

function toPathItem(operation: Route): JsonObject {
  const { summary, description, scope, parameters = [], body } = operation;
  return {
    summary,
    description,
    security: scope ? [{ ApiKey: [] }] : [],
    parameters: [REQUEST_ID, ...parameters].map(({ id }) => ({ $ref: `#/components/parameters/${id}` })),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef(body.schema),
            examples: body.examples,
          },
        },
      },
    }),
    // An operation's own answers replace the shared ones.
    responses: withLimits(operation, {
      ...errorResponses(errorsOf(operation), faultsOf(operation)),
      ...operation.answers,
    }),
  };
}

function errorsOf({ scope, body, errors = [] }: Route): ErrorCode[] {
  const ofKey: ErrorCode[] = scope === undefined ? [] : [...ERRORS_KEYED];
  if (scope !== undefined && scope !== 'any') ofKey.push('scope_missing');
  return [...new Set([...ERRORS_EVERYWHERE, ...ofKey, ...(body ? ERRORS_OF_BODIES : []), ...errors])];
}

function faultsOf({ faults = UNKNOWN_PARAMETER }: Route): Faults {
  return { ...faults, types: [...new Set([...faults.types, ...UNKNOWN_PARAMETER.types])] };
}

/** Every answer to a valid key carries the state of its limits. */
function withLimits({ scope }: Route, responses: Record<string, JsonObject>): Record<string, JsonObject> {
  if (scope === undefined) return responses;
  const limits = headerRefs(['RateLimit-Policy', 'RateLimit']);
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status === '401'
        ? response
        : { ...response, headers: { ...(response['headers'] as JsonObject), ...limits } },
    ]),
  );
}
