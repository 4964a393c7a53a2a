/** The walls between the rooms (CONTRIBUTING.md). Each rule names the file and line that breaks it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Import {
  readonly file: string;
  readonly line: number;
  /** As written. */
  readonly from: string;
  /** Path below the root for a relative import, else the package. */
  readonly target: string;
}

function sources(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = ['web', 'bff', 'e2e'].flatMap(sources);
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.includes('/testing/');

const imports: Import[] = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const match = /(?:from|import)\s*\(?\s*'([^']+)'/.exec(text);
      if (!match?.[1]) return [];
      const from = match[1];
      const target = from.startsWith('.') ? relative(root, resolve(root, dirname(file), from)) : from;
      return [{ file, line: index + 1, from, target }];
    }),
);

const breaches = (broken: (one: Import) => boolean) =>
  imports.filter(broken).map(({ file, line, from }) => `${file}:${line} imports ${from}`);

describe('the walls between the rooms', () => {
  it('reads a house that has files', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('only the map room imports the map library', () => {
    expect(
      breaches(({ file, target }) => target.startsWith('maplibre-gl') && !file.startsWith('web/src/map/')),
    ).toEqual([]);
  });

  it('features of the page do not import each other', () => {
    const feature = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
    expect(
      breaches(({ file, target }) => {
        const [one, other] = [feature(file), feature(target)];
        return one !== undefined && other !== undefined && one !== other;
      }),
    ).toEqual([]);
  });

  it('parts that could live in any product know nothing of this one', () => {
    expect(
      breaches(
        ({ file, target }) =>
          file.startsWith('web/src/ui/') && /^web\/src\/(features|routes|live|map)\//.test(target),
      ),
    ).toEqual([]);
  });

  it('the page never imports the server or the sandbox', () => {
    expect(
      breaches(
        ({ file, target }) =>
          file.startsWith('web/src/') && /^(bff\/(src|sandbox)|@waypost\/(bff|sandbox))/.test(target),
      ),
    ).toEqual([]);
  });

  it('the contract, the geometry and the rules of triage stay browser-safe', () => {
    expect(
      breaches(
        ({ file, target }) =>
          /^bff\/(contract(?!\/readme)|geo|triage)\//.test(file) &&
          !isTest(file) &&
          target.startsWith('node:'),
      ),
    ).toEqual([]);
  });

  it('the server never imports the sandbox', () => {
    expect(
      breaches(
        ({ file, target }) =>
          file.startsWith('bff/src/') && !isTest(file) && /sandbox\/|@waypost\/sandbox/.test(target),
      ),
    ).toEqual([]);
  });

  it('the environment is read in the configuration and the commands only', () => {
    const allowed =
      /^(bff\/src\/(config|main)\.ts|bff\/src\/cli\/|bff\/(soak|bench)\/|bff\/sandbox\/(bench\/|conformance\/main)|bff\/sandbox\/(config|main)\.ts|e2e\/)|\.config\.ts$/;
    const readers = files.filter(
      (file) =>
        !isTest(file) &&
        !allowed.test(file) &&
        /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });

  it('files stay small enough to be read', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 601);
    expect(long).toEqual([]);
  });

  it('no property is squeezed onto a line with others by spreading an object that is written there', () => {
    const squeezed = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => (/\.\.\.\{/.test(text) ? [`${file}:${index + 1}`] : [])),
    );
    // The pattern above is the one that stands here.
    expect(squeezed.filter((place) => !place.startsWith('e2e/harness/architecture.test.ts:'))).toEqual([]);
  });
});
