/**
 * A guess has one address: a path of the service is in this package only, so that an operator can override it.
 * Reads files, hence its own tsconfig: the rest of the package knows no Node.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOMS = ['web/src', 'bff/src', 'bff/sandbox', 'e2e'];
const SKIPPED = /(^|\/)(node_modules|dist|test-results|playwright-report)(\/|$)|\.test\.tsx?$/;

/** The version prefix with something behind it; also escaped, as in a regular expression. */
const SERVICE_PATH = /\\?\/v2\\?\/[\w{$]/;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;

/** Lines, from 1, on which code names a path of the service. */
function linesWithPath(source: string): number[] {
  return source
    .split('\n')
    .flatMap((line, index) => (SERVICE_PATH.test(line) && !COMMENT.test(line) ? [index + 1] : []));
}

function sourcesOf(room: string): string[] {
  const folder = join(ROOT, room);
  if (!existsSync(folder)) return [];
  return globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => SKIPPED.test(name) })
    .map((name) => join(folder, name))
    .filter((file) => !SKIPPED.test(relative(ROOT, file)));
}

test.each(ROOMS)('%s names no path of the service', (room) => {
  const found = sourcesOf(room).flatMap((file) =>
    linesWithPath(readFileSync(file, 'utf8')).map((line) => `${relative(ROOT, file)}:${line}`),
  );
  expect(found, 'take the path from the endpoint descriptors or from assumptions.ts').toEqual([]);
});

test('the folders are where this test expects them', () => {
  expect(sourcesOf('bff/src').length).toBeGreaterThan(0);
});

describe('what counts', () => {
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
