import {
  DECLARED,
  DECLARED_NAMES,
  declaredRow,
  type DeclaredName,
  type DeclaredValue,
  type DeclaredWith,
  type SomeDeclared,
} from '@imagesearch/facets/declared';
import { z } from 'zod';

type Rows = typeof DECLARED;
type OfDetails = DeclaredWith<{ inDetails: true }>;
type OfImage = Exclude<DeclaredName, OfDetails>;
type Grouped = Extract<OfImage, DeclaredWith<{ group: string }>>;
type Known<Name extends DeclaredName> = DeclaredValue<Name> | null;

/** What every answer shows of what is declared of an image: a field for each row, in the object of its group. */
type Shown = {
  [Name in Exclude<OfImage, Grouped> as Rows[Name]['answer']]: Known<Name>;
} & {
  [Group in Rows[Grouped]['group']]: {
    [Name in Extract<OfImage, DeclaredWith<{ group: Group }>> as Rows[Name]['answer']]: Known<Name>;
  };
};

/** What only a look-up shows; absent where it is unknown. */
export type DeclaredDetails = { [Name in OfDetails as Rows[Name]['answer']]?: DeclaredValue<Name> };

const GROUPS: Readonly<Record<Rows[Grouped]['group'], string>> = {
  releases: 'Releases, according to PLUS fields or the source.',
};

const FIELDS = DECLARED_NAMES.filter((name) => declaredRow(name).inDetails !== true);
const DETAILS = DECLARED_NAMES.filter((name) => declaredRow(name).inDetails === true);

/** The schemas of `Shown`. */
export const declaredFields = Object.fromEntries(
  Object.entries(
    grouped((name) => typeOf(name).nullable().describe(`${DECLARED[name].says}; null is unknown.`)),
  ).map(([field, schema]) => [
    field,
    schema instanceof z.ZodType
      ? schema
      : z.strictObject(schema).describe(GROUPS[field as keyof typeof GROUPS]),
  ]),
) as unknown as { [Field in keyof Shown]: z.ZodType<Shown[Field]> };

/** The schemas of `DeclaredDetails`. */
export const detailFields = Object.fromEntries(
  DETAILS.map((name) => [
    DECLARED[name].answer,
    typeOf(name).optional().describe(`${DECLARED[name].says}. Absent where that is unknown.`),
  ]),
) as unknown as {
  [Name in OfDetails as Rows[Name]['answer']]: z.ZodOptional<z.ZodType<DeclaredValue<Name>>>;
};

/** @param facts As they are on the wire, which leaves out what is unknown. */
export function presentDeclared(facts: SomeDeclared): Shown {
  return grouped((name) => facts[name] ?? null) as Shown;
}

export function detailsDeclared(facts: SomeDeclared): DeclaredDetails {
  const told = DETAILS.filter((name) => facts[name] != null);
  return Object.fromEntries(told.map((name) => [DECLARED[name].answer, facts[name]]));
}

/** A value for each row, in the object of its group. */
function grouped<Value>(
  valueOf: (name: DeclaredName) => Value,
): Record<string, Value | Record<string, Value>> {
  const all: Record<string, Value | Record<string, Value>> = {};
  for (const name of FIELDS) {
    const { answer, group } = declaredRow(name);
    if (group === undefined) all[answer] = valueOf(name);
    else all[group] = { ...(all[group] as Record<string, Value> | undefined), [answer]: valueOf(name) };
  }
  return all;
}

function typeOf(name: DeclaredName): z.ZodType<boolean | string> {
  return declaredRow(name).kind === 'flag' ? z.boolean() : z.string();
}
