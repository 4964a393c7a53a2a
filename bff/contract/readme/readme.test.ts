import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSUMPTIONS } from '../assumptions.ts';
import { serviceEndpoints } from '../endpoints.ts';
import { README_FILE, readmeText } from './readme.ts';

test('README.md is what `npx pnpm contract:readme` writes', () => {
  expect(readFileSync(README_FILE, 'utf8')).toBe(readmeText());
});

test('it names every endpoint with its address', () => {
  const text = readmeText();
  for (const { name, method, path } of Object.values(serviceEndpoints()))
    expect(text).toContain(`| \`${name}\` | \`${method} ${path}\` |`);
});

test('it says something about every assumption', () => {
  const text = readmeText();
  const leaves = ['paths', 'query', 'fields', 'events', 'behavior'] as const;
  for (const group of leaves)
    for (const key of Object.keys(ASSUMPTIONS[group]))
      expect(text, `${group}.${key}`).toContain(`| \`${group}.${key}\` |`);
});
