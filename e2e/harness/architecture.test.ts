/** Import rules between folders (CONTRIBUTING.md). Each failure names the file and line. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Import {
  readonly file: string;
  readonly line: number;
  /** As written in the source. */
  readonly from: string;
  /** Path below the root for a relative import, else the package name. */
  readonly target: string;
}

function sources(dir: string, name = /\.tsx?$/): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : sources(path, name);
    return name.test(entry.name) ? [path] : [];
  });
}

const files = ['web', 'bff', 'e2e'].flatMap((dir) => sources(dir));
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

/** The last part of the selector names neither class, attribute nor type, and one before it has `:has(...)`. */
function stylesAllBelowHas(selector: string): boolean {
  let outer = selector
    .replaceAll(/:global\(([^()]*)\)/g, '$1')
    .replaceAll(':has(', ':HAS(')
    .replaceAll(/:(global|is|where)\(/g, '.(');
  while (/\([^()]*\)/.test(outer)) outer = outer.replaceAll(/\([^()]*\)/g, '');
  const parts = outer.trim().split(/[\s>+~]+/);
  const last = (parts.pop() ?? '').replaceAll(/::?[A-Za-z-]+/g, '');
  return parts.some((part) => part.includes(':HAS')) && !/[.#[a-z]/.test(last);
}

/** Folders of `bff/src`, from the lowest: each may import itself and those before it. */
const ROOMS = {
  platform: [
    'lib',
    'tracing',
    'store',
    'secrets',
    'activity',
    'uses.ts',
    'http',
    'tiles',
    'config',
    'page',
    'cluster',
    'jobs',
  ],
  service: ['upstream', 'directory', 'webhooks', 'intents'],
  people: ['auth', 'company', 'preferences', 'views'],
  tracking: [
    'geocoding',
    'sites',
    'arrival',
    'board',
    'polling',
    'events',
    'watch-list',
    'presence',
    'monitors',
    'triage',
    'archive',
    'history',
    'loads',
    'load-lists',
    'share-links',
  ],
  fleets: ['onboarding', 'contacts', 'email', 'bulk'],
  office: [
    'activity-log',
    'imports',
    'usage',
    'fuel',
    'overview',
    'search',
    'setup',
    'retention',
    'system-status',
  ],
  integrations: ['api-keys', 'outgoing-webhooks'],
} as const;

const violations = (isViolation: (one: Import) => boolean) =>
  imports.filter(isViolation).map(({ file, line, from }) => `${file}:${line} imports ${from}`);

describe('import rules between folders', () => {
  it('finds the source files', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('only web/src/map imports the map library', () => {
    expect(
      violations(({ file, target }) => target.startsWith('maplibre-gl') && !file.startsWith('web/src/map/')),
    ).toEqual([]);
  });

  it('features of the page do not import each other', () => {
    const feature = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
    expect(
      violations(({ file, target }) => {
        const [importing, imported] = [feature(file), feature(target)];
        return importing !== undefined && imported !== undefined && importing !== imported;
      }),
    ).toEqual([]);
  });

  it('generic components do not import product code', () => {
    expect(
      violations(
        ({ file, target }) =>
          file.startsWith('web/src/ui/') && /^web\/src\/(features|routes|live|map)\//.test(target),
      ),
    ).toEqual([]);
  });

  it('the page never imports the server or the sandbox', () => {
    expect(
      violations(
        ({ file, target }) =>
          file.startsWith('web/src/') && /^(bff\/(src|sandbox)|@waypost\/(bff|sandbox))/.test(target),
      ),
    ).toEqual([]);
  });

  it('contract, geometry and triage rules run in a browser', () => {
    expect(
      violations(
        ({ file, target }) =>
          /^bff\/(contract(?!\/readme)|geo|triage)\//.test(file) &&
          !isTest(file) &&
          target.startsWith('node:'),
      ),
    ).toEqual([]);
  });

  it('a folder of the server imports only what is below it', () => {
    const order = Object.entries(ROOMS).flatMap(([room, folders]) =>
      folders.map((name) => `${room}/${name}`),
    );
    const folderOf = (path: string) => /^bff\/src\/(\w+\/[\w.-]+)(?:\/|$)/.exec(path)?.[1] ?? '';
    const known = new Set(order);
    expect(
      violations(({ file, target }) => {
        if (!file.startsWith('bff/src/') || isTest(file) || !target.startsWith('bff/src/')) return false;
        // The files beside the rooms put everything together.
        if (!known.has(folderOf(file))) return !/^bff\/src\/(cli\/)?[\w-]+\.ts$/.test(file);
        return !(
          order.indexOf(folderOf(target)) >= 0 &&
          order.indexOf(folderOf(target)) <= order.indexOf(folderOf(file))
        );
      }),
    ).toEqual([]);
  });

  it('the server has no circle of imports, not even of types', () => {
    const targets = Map.groupBy(
      imports.filter(
        ({ file, target }) => file.startsWith('bff/src/') && !isTest(file) && target.startsWith('bff/src/'),
      ),
      ({ file }) => file,
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (done.has(file) || path.includes(file)) return;
      for (const { target } of targets.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of targets.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('the server never imports the sandbox', () => {
    expect(
      violations(
        ({ file, target }) =>
          file.startsWith('bff/src/') && !isTest(file) && /sandbox\/|@waypost\/sandbox/.test(target),
      ),
    ).toEqual([]);
  });

  it('only configuration and commands read the environment', () => {
    const allowed =
      /^(bff\/src\/(config|main)\.ts|bff\/src\/cli\/|bff\/(soak|bench)\/|bff\/sandbox\/(bench\/|(conformance|streets)\/main)|bff\/sandbox\/(config|main)\.ts|e2e\/)|\.config\.ts$/;
    const readers = files.filter(
      (file) =>
        !isTest(file) &&
        !allowed.test(file) &&
        /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });

  it('files have at most 600 lines', () => {
    const tooLong = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 601);
    expect(tooLong).toEqual([]);
  });

  it('no inline object is spread to put several properties on one line', () => {
    const squeezed = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => (/\.\.\.\{/.test(text) ? [`${file}:${index + 1}`] : [])),
    );
    // This file contains the pattern itself.
    expect(squeezed.filter((place) => !place.startsWith('e2e/harness/architecture.test.ts:'))).toEqual([]);
  });

  it('no rule styles every element below one with :has(...): a change anywhere would style the whole page again', () => {
    const everything = sources('web', /\.css$/).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
        list.split(/,(?![^(]*\))/),
      );
      return selectors.filter(stylesAllBelowHas).map((selector) => `${file}: ${selector.trim()}`);
    });
    expect(everything).toEqual([]);
    expect(
      ['.row:has(> b) .acts > :not(:last-child)', ':global(body):has(.a) :global(*):not(.a)'].every(
        stylesAllBelowHas,
      ),
    ).toBe(true);
    expect(['.row:has(> b) .act:not(:last-child)', '.list > :has(b)'].some(stylesAllBelowHas)).toBe(false);
  });
});
