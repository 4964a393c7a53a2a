import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryKeys } from './query-keys.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('query-keys.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

describe('the keys of the query cache', () => {
  it('begin with their own name, so that no two are the same', () => {
    for (const [name, key] of Object.entries(queryKeys))
      expect((key as (...values: unknown[]) => readonly unknown[])()[0]).toBe(name);
  });

  it('are all made in one place', () => {
    const loose = sources.filter(({ text }) => /(queryKey: |QueryData(<[^;]*?>)?\()\[/.test(text));
    expect(loose.map(({ file }) => file)).toEqual([]);
  });

  it('are each filled by one query function', () => {
    const filled = sources.flatMap(({ text }) =>
      [...text.matchAll(/queryKey(?:: |,\s)(.*?),?\n(?:(?!queryKey).*\n){0,12}?\s*queryFn/g)].map(
        ([, key]) => /queryKeys\.(\w+)/.exec(key ?? '')?.[1],
      ),
    );
    const named = filled.filter((name) => name !== undefined);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  });
});
