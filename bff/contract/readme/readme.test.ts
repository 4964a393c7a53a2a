import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSUMPTIONS } from '../assumptions.ts';
import { serviceEndpoints } from '../endpoints.ts';
import { README_FILE, readmeText } from './readme.ts';

test('README.md is up to date with `npx pnpm contract:readme`', () => {
  expect(readFileSync(README_FILE, 'utf8')).toBe(readmeText());
});

test('it lists every endpoint with method and path', () => {
  const text = readmeText();
  for (const { name, method, path } of Object.values(serviceEndpoints()))
    expect(text).toContain(`| \`${name}\` | \`${method} ${path}\` |`);
});

test('it describes every assumption', () => {
  const text = readmeText();
  const leaves = ['paths', 'query', 'fields', 'events', 'behavior'] as const;
  for (const group of leaves)
    for (const key of Object.keys(ASSUMPTIONS[group]))
      expect(text, `${group}.${key}`).toContain(`| \`${group}.${key}\` |`);
});
