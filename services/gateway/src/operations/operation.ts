import type { Request, RequestHandler, Response } from 'express';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import type { ErrorCode } from '@imagesearch/service-kit/errors';
import type { z } from 'zod';
import type { BodyLimit } from '../http/body-limit.js';
import { callOf, parametersOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import type { Scope } from '../keys/api-key.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import type { Faults } from './answers.js';
import {
  operatorSide,
  type CommandLine,
  type CommandResult,
  type Fields,
  type OperatorSide,
} from './command.js';
import type { Parameter } from './parameter.js';
import type { JsonObject } from './schemas.js';

/** An operation for accounts. */
export interface Routed<in Parts = never> {
  route: Route<Parts>;
}

/** An operation for operators. */
export interface Commanded<in Parts = never> {
  operator: OperatorSide<Parts>;
}

type Method = 'get' | 'post' | 'patch' | 'delete';

/** What the document says of an operation, and what the router does before it. */
interface Described {
  summary: string;
  description: string;
  /** In addition to `RequestId`. */
  parameters?: readonly Parameter[];
  /** By status; the first is the one of what is returned. */
  answers: Readonly<Record<string, JsonObject>>;
  /** In addition to those of every operation, of a key and of a body. */
  errors?: readonly ErrorCode[];
  faults?: Faults;
  /** False where a HEAD would cost what a GET costs, and answer nothing. */
  takesHead?: false;
  /** The operation reads its own parameters, and names all of their faults at once. */
  readsEveryParameter?: true;
  /** What requests of one account do one at a time, so that they hold up no others: "read its usage". */
  inTurn?: string;
  /** Goes on record beside what operators do, under the key that asked. */
  isRecorded?: true;
  /** Its method in both clients, where it is a verb and a path. What retries, pays once or streams is written there by hand. */
  client?: {
    method: string;
    /** Sent again, it does something else. */
    once?: true;
    /** What else a caller should know. */
    hint?: string;
  };
}

interface Body<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  examples: JsonObject;
  /** By default what fits words. */
  limit?: (response: Response) => BodyLimit;
}

/** What accounts send to an address. */
export interface Route<in Parts = never> extends Described {
  method: Method;
  path: string;
  /** The scope that the key must have; `any` takes every key. Absent where no key is needed. */
  scope?: Scope | 'any';
  body?: Body;
  handler: (parts: Parts, around: Around) => RequestHandler;
}

/** What surrounds the work of a request: its turn, and its place on record. */
export type Around = <Result>(
  response: Response,
  input: object,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Who asks. */
export interface AskedBy<By> {
  by: By;
  call: (timeoutMs: number) => CallContext;
}

type InPath<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & InPath<Rest>
  : object;
type InBody<Schema> = [Schema] extends [z.ZodType] ? z.output<Schema> : object;
type InCommand<Shape> = [Shape] extends [Fields] ? z.output<z.ZodObject<Shape>> : never;
type ByOf<Key, Shape> =
  ([Key] extends [string] ? AuthenticatedKey : undefined) | ([Shape] extends [Fields] ? 'operator' : never);

interface AtAddress<Path, Key, Schema, Query> extends Described, Partial<Record<Method, Path>> {
  scope?: Key;
  body?: Schema extends z.ZodType ? Body<Schema> : never;
  /** Reads the parameters of the address, of its path and of the headers, before anything is done or recorded. @throws AppError */
  read?: (
    sent: ReadonlyMap<string, readonly string[]>,
    path: InPath<Path>,
    headers: Request['headers'],
  ) => Query;
}

interface Running<Parts, Input, By, Result> {
  /** @param input What the path, the address and the body say, or what an operator asks for. */
  run: (parts: Parts, input: Input, asked: AskedBy<By>) => Promise<Result> | Result;
  /** Writes what `run` returns; by default as JSON with the first status of `answers`. */
  send?: (response: Response, result: Awaited<Result>, request: Request) => void;
  /** The same in words of a command. */
  tell?: (result: Awaited<Result>) => CommandResult;
}

type Made<Parts, Shape> = Routed<Parts> & (Shape extends Fields ? Commanded<Parts> : unknown);

/**
 * One thing that the service does: for accounts at an address, and with `operator` for operators as a command. The router, the
 * document, the clients and the commands are made of these values. It answers what `run` returns.
 */
export function operation<
  Parts,
  Result,
  const Path extends string = never,
  Query = object,
  Schema extends z.ZodType | undefined = undefined,
  Key extends Scope | 'any' | undefined = undefined,
  Shape extends Fields | undefined = undefined,
>({
  operator,
  read = () => ({}) as Query,
  run,
  send,
  tell = (facts) => ({ facts: facts as object }),
  ...described
}: AtAddress<Path, Key, Schema, Query> & {
  operator?: Shape extends Fields ? CommandLine & { input: Shape } : never;
} & Running<
    Parts,
    (InPath<Path> & Query & InBody<Schema>) | InCommand<Shape>,
    ByOf<Key, Shape>,
    Result
  >): Made<Parts, Shape> {
  type Input = Parameters<typeof run>[1];
  type By = ByOf<Key, Shape>;
  const handler: Route<Parts>['handler'] = (parts, around) => async (request, response) => {
    // The path has the parameters that it names.
    const path = request.params as InPath<Path>;
    const parameters = read(parametersOf(request), path, request.headers) as object;
    const input = { ...(path as object), ...parameters, ...bodyOf(request) } as Input;
    const by = keyOf(response) as By;
    const call = (timeoutMs: number) => callOf(request, response, timeoutMs);
    const result = await around(response, input as object, async () => run(parts, input, { by, call }));
    if (send === undefined) sendJson(response, described.answers, result);
    else send(response, result, request);
  };
  const bodyOf = ({ body }: Request): object =>
    described.body === undefined ? {} : (validateBody(described.body.schema, body) as object);
  const route = { ...routeOf(described), handler };
  if (operator === undefined) return { route } as Made<Parts, Shape>;
  const commanded = operatorSide(operator, async (parts: Parts, input) =>
    tell(await run(parts, input as Input, { by: 'operator' as By, call: detachedCall })),
  );
  return { route, operator: commanded };
}

/** An operation that writes its answer by itself, because it is billed, streamed or prepared before. */
export function handled<Parts>({
  handler,
  ...described
}: AtAddress<string, Scope | 'any', z.ZodType, unknown> & {
  handler: (parts: Parts) => RequestHandler<never>;
}): Routed<Parts> {
  // The path has the parameters that the handler takes.
  return { route: { ...routeOf(described), handler: (parts) => handler(parts) as RequestHandler } };
}

/** An operation that only operators ask for. */
export function command<Parts, Shape extends Fields>({
  run,
  ...line
}: CommandLine & { input: Shape } & {
  run: (parts: Parts, input: z.output<z.ZodObject<Shape>>) => Promise<CommandResult> | CommandResult;
}): Commanded<Parts> {
  return { operator: operatorSide(line, run) };
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const satisfies Method[];

/** @throws Error for an operation without an address. */
function routeOf<Path, Key, Schema>({
  get,
  post,
  patch,
  delete: remove,
  ...described
}: Omit<AtAddress<Path, Key, Schema, unknown>, 'read'>): Omit<Route, 'handler'> {
  const paths = { get, post, patch, delete: remove };
  const method = METHODS.find((name) => paths[name] !== undefined);
  if (method === undefined) throw new Error(`"${described.summary}" has no address`);
  return { ...(described as Described), method, path: String(paths[method]) };
}

function sendJson(response: Response, answers: Described['answers'], result: unknown): void {
  const [status] = Object.keys(answers).map(Number);
  response.status(status ?? 200);
  if (result === undefined) response.end();
  else response.json(result);
}
