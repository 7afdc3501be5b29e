import { EVIDENCE, type Provenance, type Statement } from '@imagesearch/facets/provenance';
import type { ContentCredential } from '@imagesearch/image-files/metadata/said';
import { sourceTypeOf } from '@imagesearch/image-files/metadata/source-types';

/**
 * A "generated" of anybody comes first: the file's own mark is never overruled, and nobody marks a photograph so for gain. Then
 * comes a mark that is there and cannot be read, then what says "not generated", then what settles nothing; among equals the one
 * that is harder to forge.
 */
export function provenanceOf(
  said: readonly (Statement | null)[],
  credential: ContentCredential | undefined,
): Provenance {
  const { signature = null, claimGenerator = null, createdAt = null } = credential ?? {};
  const statements = [credential === undefined ? null : statementOfCredential(credential), ...said]
    .filter((statement) => statement !== null)
    .sort((a, b) => rankOf(a) - rankOf(b));
  return { statements, signature, claimGenerator, createdAt };
}

const rankOf = ({ ai, kind, evidence }: Statement): number => {
  const order = ai === true ? 0 : ai === null && kind === null ? 1 : ai === false ? 2 : 3;
  return order * EVIDENCE.length + EVIDENCE.indexOf(evidence);
};

/** There is a mark that cannot be read, so nobody knows. */
export const unreadStatement = (evidence: Statement['evidence']): Statement => ({
  evidence,
  ai: null,
  kind: null,
});

/** One "generated" counts, also of an ingredient; "not generated" needs all of them, and a file that was not changed since. */
function statementOfCredential({
  sourceTypes,
  signature,
  isUnread = false,
}: ContentCredential): Statement | null {
  if (isUnread) return unreadStatement('c2pa');
  const said = sourceTypes.map((sourceType) => statementOfType('c2pa', sourceType));
  const [first] = said;
  const generated = said.find(({ ai }) => ai === true);
  if (first === undefined || generated !== undefined) return generated ?? null;
  const isHuman = signature !== 'invalid' && said.every(({ ai }) => ai === false);
  return { ...first, ai: isHuman ? false : null };
}

/** @param sourceType An address of the vocabulary of digital source types, or its last part. */
export function statementOfType(evidence: Statement['evidence'], sourceType: string): Statement {
  const { kind, isGenerated } = sourceTypeOf(sourceType);
  return { evidence, ai: isGenerated, kind };
}
