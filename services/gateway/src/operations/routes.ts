import type { Express, RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import {
  createKeyedSemaphore,
  type KeyedSemaphore,
} from '@imagesearch/service-kit/resilience/keyed-semaphore';
import { TEXT_BYTES_MAX } from '../http/body-limit.js';
import { jsonBody, type BodyBudget } from '../http/body.js';
import { takes } from '../http/request.js';
import { keyOf, type Admission } from '../keys/admission.js';
import { commandName } from './command.js';
import type { Around, Route, Routed } from './operation.js';
import { namesInQuery } from './parameter.js';

/** What every route uses. */
export interface Routing {
  admission: Admission;
  /** All readers share one budget of memory. */
  bodies: BodyBudget;
  audit: Recorder;
}

/** Keeps on record who did what. */
export interface Recorder {
  recording<Result>(
    action: { actor: string; operation: string; input: object },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Routes every operation that has an address: its key before its parameters, and these before its body. */
export function routeOperations<Parts>(
  app: Express,
  operations: Readonly<Record<string, Routed<Parts>>>,
  parts: Parts,
  routing: Routing,
): void {
  const routed = Object.entries(operations).map(([id, { route }]) => ({ id, ...route }));
  const around = surroundings(routing.audit);
  for (const [path, here] of byPath(routed)) {
    const route = app.route(path.replace(/\{(\w+)\}/g, ':$1'));
    const allowed = here.flatMap(methodsOf);
    const others = allowOnly(...METHODS.filter((method) => allowed.includes(method)));
    // Express would answer it like a GET.
    if (!allowed.includes('HEAD')) route.head(others);
    for (const each of here)
      route[each.method](...checks(each, routing), each.handler(parts, around(each, each.id)));
    route.all(others);
  }
}

/** Fixed paths come before those with a parameter in their place. */
function byPath<One extends { path: string }>(routes: readonly One[]): [path: string, routes: One[]][] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return paths
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => [path, routes.filter((route) => route.path === path)]);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

function methodsOf({ method, takesHead }: Pick<Route, 'method' | 'takesHead'>): string[] {
  return method === 'get' && takesHead !== false ? ['GET', 'HEAD'] : [method.toUpperCase()];
}

function checks(
  { scope, parameters = [], readsEveryParameter, body }: Omit<Route, 'handler'>,
  { admission, bodies }: Routing,
): RequestHandler[] {
  const before: RequestHandler[] = [];
  if (scope !== undefined) before.push(admission.keyed(scope === 'any' ? null : scope));
  if (readsEveryParameter === undefined) before.push(takes(...namesInQuery(parameters)));
  if (body !== undefined) before.push(jsonBody(bodies, body.limit ?? (() => ({ bytesMax: TEXT_BYTES_MAX }))));
  return before;
}

/** Requests of one account that may wait for each other, so that it holds one connection, and those of others are answered. */
const WAITING_MAX = 50;

/** Gives each request its turn and its place on record. */
function surroundings(audit: Recorder): (route: Pick<Route, 'inTurn' | 'isRecorded'>, id: string) => Around {
  const turns = new Map<string, KeyedSemaphore>();
  return ({ inTurn, isRecorded }, id) => {
    const semaphore = inTurn === undefined ? undefined : (turns.get(inTurn) ?? turnsTo(inTurn));
    if (inTurn !== undefined && semaphore !== undefined) turns.set(inTurn, semaphore);
    if (semaphore === undefined && isRecorded === undefined) return (_response, _input, work) => work();
    return (response, input, work) => {
      const { account, prefix } = keyOf(response);
      const action = {
        actor: `key ${prefix}`,
        operation: commandName(id),
        input: { account: account.name, ...input },
      };
      const recorded = isRecorded === undefined ? work : () => audit.recording(action, work);
      return semaphore === undefined ? recorded() : semaphore.run(account.id, recorded);
    };
  };
}

function turnsTo(work: string): KeyedSemaphore {
  return createKeyedSemaphore(1, {
    waitingMax: WAITING_MAX,
    fullMessage: `Too many requests of this account ${work}. Try again shortly.`,
  });
}

/** Answers OPTIONS with the methods of a route, and refuses every other method. */
export function allowOnly(...methods: string[]): RequestHandler {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new AppError('method_not_allowed', `This address takes ${allow}.`, { ctx: { allow } });
    }
    response.set('Allow', allow).status(204).end();
  };
}
