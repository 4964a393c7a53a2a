import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryKeys } from './query-keys.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('query-keys.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

describe('query keys', () => {
  it('start with their own name, so that they are unique', () => {
    for (const [name, key] of Object.entries(queryKeys))
      expect((key as (...values: unknown[]) => readonly unknown[])()[0]).toBe(name);
  });

  it('are all defined in one file', () => {
    const loose = sources.filter(({ text }) => /(queryKey: |QueryData(<[^;]*?>)?\()\[/.test(text));
    expect(loose.map(({ file }) => file)).toEqual([]);
  });

  it('are each filled by one query function or one route', () => {
    const written = sources.flatMap(({ text }) =>
      [...text.matchAll(/queryKey(?:: |,\s)(.*?),?\n(?:(?!queryKey).*\n){0,12}?\s*queryFn/g)].flatMap(
        ([, key]) => /queryKeys\.(\w+)/.exec(key ?? '')?.[1] ?? [],
      ),
    );
    const of_routes = new Map<string, Set<string>>();
    for (const { text } of sources)
      for (const [, route = '', name = ''] of text.matchAll(/useRead\(\s*(\w+\.\w+),\s*queryKeys\.(\w+)/g))
        of_routes.set(name, new Set([...(of_routes.get(name) ?? []), route]));
    expect(written.length).toBeGreaterThan(5);
    expect(of_routes.size).toBeGreaterThan(10);
    expect(written.filter((name, at) => written.indexOf(name) !== at || of_routes.has(name))).toEqual([]);
    expect([...of_routes].filter(([, routes]) => routes.size > 1)).toEqual([]);
  });
});
