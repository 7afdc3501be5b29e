import { known } from '@imagesearch/contracts/clients';
import type { SourceOrigin } from '@imagesearch/contracts/messages';
import { OperatorError } from '@imagesearch/service-kit/process/command';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { StatedFacts } from '../sources/merged-facts.js';
import type { Services } from '../pipeline/service-calls.js';
import { type CommandContext } from './command.js';

/** A collection that asks for a source. */
export interface CollectionOrigin {
  kind: string;
  /** Empty for a source on the network, which is the same on every machine. */
  path: string;
  /** The source that it would have by its own name. */
  derived: string;
  /** Sources that it gets only by name. */
  reserved?: readonly string[];
  /** What is said of every image from this run on; an empty text takes back what a run before said. */
  stated?: StatedFacts;
}

interface SourceRequest extends Required<Pick<CollectionOrigin, 'derived' | 'reserved'>> {
  origin: SourceOrigin;
  /** The source that the operator names, if any. */
  named: string | undefined;
  /** The collection of the named source is at another place now. */
  moved: boolean;
}

/** The source of a collection, as it is recorded. */
export interface OwnSource {
  source: string;
  origin: SourceOrigin;
  /** What was decided about the places in its files, if anything. */
  stripLocation?: boolean;
  /** What its operator says of every image, now or in a run before. */
  stated: StatedFacts;
}

/**
 * Finds the source that a collection is ingested under and records it in the catalogue, so that no other collection is ever
 * ingested under the same name, from whichever machine. A collection that was ingested before keeps its source.
 * @throws OperatorError when another collection has the name.
 */
export async function claimSource(
  { kind, path, derived, reserved = [], stated = {} }: CollectionOrigin,
  { config, shared }: CommandContext,
  { rights }: Services,
): Promise<OwnSource> {
  const { source: named, moved = false, dryRun = false } = shared;
  if (moved && named === undefined)
    throw new OperatorError('--moved says that the collection of a source has moved: name it with --source.');
  const origin = { kind, machine: path === '' ? '' : config.INGEST_MACHINE, path };
  const request = { origin, named, derived, moved, reserved };
  const { sources } = await rights.listSources({});
  const claims = sources.flatMap(({ origin: by, stated: said, ...claim }) =>
    by === null ? [] : [{ ...claim, origin: by, stated: said ?? {} }],
  );
  const source = named ?? sourceBefore(request, claims) ?? derived;
  const held = claims.find((claim) => claim.source === source);
  const isReserved = named === undefined && reserved.includes(source);
  if (held === undefined ? isReserved : !mayHave(request, held.origin))
    throw refusal(source, held?.origin, request, claims);
  if (!dryRun) {
    const replace = held !== undefined && !isSame(held.origin, origin);
    const { origin: claimed } = await rights.claimSource({
      source,
      origin,
      replace,
      stated: known({ ...stated }),
    });
    // Another machine may have been faster.
    if (claimed !== null && !isSame(claimed, origin)) throw refusal(source, claimed, request, claims);
  }
  return { ...held, source, origin, stated: statedNow(stated, held?.stated) };
}

/** A licence goes with whether it replaces those of files. */
function statedNow(given: StatedFacts, before: StatedFacts = {}): StatedFacts {
  const { license, overridesLicense } = given.license === undefined ? before : given;
  const creator = given.creator ?? before.creator;
  return {
    ...(license && { license, overridesLicense: overridesLicense === true }),
    ...(creator && { creator }),
  };
}

type Claims = readonly OwnSource[];

function refusal(
  taken: string,
  by: SourceOrigin | undefined,
  request: SourceRequest,
  claims: Claims,
): OperatorError {
  const { origin } = request;
  const other = `Give this collection a source of its own: --source ${freeName(request, claims)}.`;
  if (by === undefined)
    return new OperatorError(`The source "${taken}" belongs to a collection on the network. ${other}`);
  if (by.path === origin.path && by.kind === origin.kind)
    return new OperatorError(
      `The source "${taken}" holds ${describe(by)}, and this machine is ${printableText(origin.machine)}. ` +
        `If it is the same ${by.kind}: --source ${taken}. If not: ${other.slice(0, 1).toLowerCase()}${other.slice(1)}`,
    );
  return new OperatorError(
    `The source "${taken}" holds ${describe(by)}, which is another collection than ${printableText(origin.path) || origin.kind}. ` +
      `${other} If it is the same collection at a new place: --source ${taken} --moved.`,
  );
}

/** `the folder /home/ada/holiday on the machine ada-laptop` */
function describe({ kind, machine, path }: SourceOrigin): string {
  if (path === '') return `images of ${printableText(kind)}`;
  return `the ${printableText(kind)} ${printableText(path)} on the machine ${printableText(machine)}`;
}

/** The source that the collection had before; its own name first, if it had several. */
function sourceBefore({ origin, derived }: SourceRequest, claims: Claims): string | undefined {
  const before = claims.filter((claim) => isSame(claim.origin, origin)).map(({ source }) => source);
  return before.includes(derived) ? derived : before[0];
}

/** A folder that other machines have at the same path may be the same folder: then the operator names its source. */
function mayHave({ origin, named, moved }: SourceRequest, holder: SourceOrigin): boolean {
  if (isSame(holder, origin)) return true;
  return named !== undefined && (moved || (holder.kind === origin.kind && holder.path === origin.path));
}

function isSame(a: SourceOrigin, b: SourceOrigin): boolean {
  return a.kind === b.kind && a.machine === b.machine && a.path === b.path;
}

function freeName({ derived, named, reserved }: SourceRequest, claims: Claims): string {
  const taken = new Set([...reserved, ...claims.map(({ source }) => source)]);
  for (let number = 2; ; number += 1) {
    const name = `${(named ?? derived).slice(0, 58)}-${number}`;
    if (!taken.has(name)) return name;
  }
}
