/**
 * Service paths occur only in this package, so that an operator can override every assumed one. Needs its own tsconfig because it
 * reads files; the rest of the package has no Node types.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['web/src', 'bff/src', 'bff/sandbox', 'e2e'];
const SKIPPED = /(^|\/)(node_modules|dist|test-results|playwright-report)(\/|$)|\.test\.tsx?$/;

/** The version prefix followed by a path, also escaped as in a regular expression. */
const SERVICE_PATH = /\\?\/v2\\?\/[\w{$]/;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;

/** Line numbers (from 1) of code that contains a service path. */
function linesWithPath(source: string): number[] {
  return source
    .split('\n')
    .flatMap((line, index) => (SERVICE_PATH.test(line) && !COMMENT.test(line) ? [index + 1] : []));
}

function sourcesOf(packageFolder: string): string[] {
  const folder = join(ROOT, packageFolder);
  if (!existsSync(folder)) return [];
  return globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => SKIPPED.test(name) })
    .map((name) => join(folder, name))
    .filter((file) => !SKIPPED.test(relative(ROOT, file)));
}

test.each(FOLDERS)('%s contains no service path', (packageFolder) => {
  const found = sourcesOf(packageFolder).flatMap((file) =>
    linesWithPath(readFileSync(file, 'utf8')).map((line) => `${relative(ROOT, file)}:${line}`),
  );
  expect(found, 'take the path from the endpoint descriptors or from assumptions.ts').toEqual([]);
});

test('the folders exist', () => {
  expect(sourcesOf('bff/src').length).toBeGreaterThan(0);
});

describe('what counts as a service path', () => {
  test.each([
    ["fetch('/v2/orgs/usage')", [1]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ['a\nconst url = `${base}/v2/orgs/${id}`;', [2]],
    ['if (/^\\/v2\\/orgs/.test(path)) x();', [1]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ['`${base}/v2/${rest}`', [1]],
  ])('%j does', (source, lines) => {
    expect(linesWithPath(source)).toEqual(lines);
  });
  test.each(["path.startsWith('/v2/')", '// GET /v2/orgs/usage', ' * `/v2/orgs/usage`', "'/api/v22/x'"])(
    '%j does not',
    (source) => {
      expect(linesWithPath(source)).toEqual([]);
    },
  );
});
