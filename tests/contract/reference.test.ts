import { describe, expect, it } from '@jest/globals';
import { readText } from '@imagesearch/testkit/repository';

const page = (name: string) => `\n${readText(`docs/reference/${name}`)}`;
const contract = JSON.parse(readText('docs/openapi.json')) as {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
};

/** The first cells of the table under a heading of a page of the reference. */
function firstColumn(name: string, heading: string): string[] {
  const section = page(name).split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) => row.split('|')[1] ?? '');
}

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('the reference', () => {
  it('has a row for every filter of the contract, and for nothing else', () => {
    const described = firstColumn('filters.md', '# Filters').flatMap(codeIn);
    expect(described.sort()).toEqual(
      Object.keys(contract.components.schemas['Filters']?.properties ?? {}).sort(),
    );
  });

  it('lists every request of the contract, and no other', () => {
    const listed = firstColumn('api.md', '## Requests').flatMap(codeIn);
    const requests = Object.entries(contract.paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(requests.sort());
  });
});
