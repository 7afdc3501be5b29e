import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readText, ROOT } from '@imagesearch/testkit/repository';

const SCOPE = '@imagesearch/';
const IMPORTS = /(?:^(?:import|export)[^;]*?from |^import |import\()['"]([^'"]+)['"]/gm;

/** What `pack-service.sh` copies into the image of this target, as its arguments: `gateway...`, or `gateway` alone. */
const PACKED = new Map(
  [...dockerfile().matchAll(/^FROM build AS ([a-z]+)-code\nRUN pack-service\.sh (.+)$/gm)].map(
    ([, name = '', packages = '']) => [name, packages.split(' ')],
  ),
);

/** The targets that start a program, with the name of their code. */
const PROGRAMS = dockerfile()
  .split(/^FROM .* AS /m)
  .flatMap((stage) => {
    const program = /^(?:CMD|ENTRYPOINT) .*"([^"]+\/dist\/[^"]+\.js)"/m.exec(stage)?.[1];
    const code = /--from=([a-z]+)-code /.exec(stage)?.[1];
    if (program === undefined || code === undefined) return [];
    return [{ target: stage.slice(0, stage.indexOf('\n')), code, program }];
  });

it.each(PROGRAMS)('the image $target holds every package that its program imports', ({ code, program }) => {
  const held = new Set((PACKED.get(code) ?? []).flatMap((argument) => packagesOf(argument)));
  const imported = importsFrom(program);
  expect(imported.size).toBeGreaterThan(0);
  expect([...imported].filter(([name]) => !held.has(name))).toEqual([]);
});

it('the pictures of the demonstration are installed where collections come in, and in no other image', () => {
  const installed = [
    ...dockerfile().matchAll(/^FROM pnpm AS ([a-z-]+)-modules\n.*install-service\.sh (.+)$/gm),
  ];
  const withPictures = installed.filter(([, , packages = '']) =>
    packages
      .split(' ')
      .flatMap((argument) => packagesOf(argument))
      .some((name) => 'openmoji' in (manifestOf(name).dependencies ?? {})),
  );
  expect(installed.length).toBeGreaterThanOrEqual(PACKED.size);
  expect(withPictures.map(([, name]) => name)).toEqual(['ingest']);
});

it('each target that is built is one of these, or has no program', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(PACKED.size);
  expect(new Set(PROGRAMS.map(({ code }) => code))).toEqual(new Set(PACKED.keys()));
});

function dockerfile(): string {
  return readText('infra/docker/Dockerfile');
}

/** A package, with all that it depends on where dots follow its name. */
function packagesOf(argument: string, known = new Set<string>()): string[] {
  const name = argument.replace('...', '');
  if (known.has(name)) return [];
  known.add(name);
  const { dependencies = {} } = manifestOf(name);
  const names = Object.keys(dependencies).filter((each) => each.startsWith(SCOPE));
  if (argument === name) return [name];
  return [name, ...names.flatMap((each) => packagesOf(`${each.slice(SCOPE.length)}...`, known))];
}

/** The workspace's packages that a built file imports, itself or by others; each with the file that does. */
function importsFrom(program: string): Map<string, string> {
  const packages = new Map<string, string>();
  const files = new Set([program]);
  for (const file of files)
    for (const [, specifier = ''] of readText(file).matchAll(IMPORTS)) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier));
      if (!specifier.startsWith(SCOPE)) continue;
      const [name = '', ...path] = specifier.slice(SCOPE.length).split('/');
      packages.set(name, file);
      const built = manifestOf(name).exports?.[['.', ...path].join('/')];
      if (typeof built === 'string' && built.endsWith('.js')) files.add(join(folderOf(name), built));
    }
  return packages;
}

function folderOf(name: string): string {
  return existsSync(join(ROOT, 'services', name)) ? `services/${name}` : `packages/${name}`;
}

function manifestOf(name: string): {
  dependencies?: Record<string, string>;
  exports?: Record<string, unknown>;
} {
  return JSON.parse(readText(`${folderOf(name)}/package.json`)) as ReturnType<typeof manifestOf>;
}
