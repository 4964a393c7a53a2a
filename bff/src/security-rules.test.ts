/** SECURITY-RULES.md says which tests prove which rule: each rule has one, and each named test is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN_SIGN_IN } from '../soak/rules/signing-in.ts';
import { BROKEN_TRAFFIC } from '../soak/rules/traffic.ts';

const bff = join(import.meta.dirname, '..');
const text = readFileSync(join(bff, 'SECURITY-RULES.md'), 'utf8');
const sections = text.split(/^## /m).slice(1);
const named = [...text.matchAll(/`((?:[\w/-]+\.)+(?:test|e2e)\.ts)`: (.+)$/gm)].map(
  ([, file, title]) => [file as string, title as string] as const,
);
const fileOf = (name: string) => (name.startsWith('e2e/') ? join(bff, '..', name) : join(bff, 'src', name));

describe('SECURITY-RULES.md', () => {
  it('holds the rules 1 to 27, each with at least one test', () => {
    const rules = sections.filter((section) => /^\d+\. /.test(section));
    expect(rules.map((section) => Number.parseInt(section, 10))).toEqual(
      Array.from({ length: 27 }, (_, n) => n + 1),
    );
    for (const section of rules) expect(section, section.split('\n')[0]).toMatch(/^- `[\w/.-]+\.ts`: /m);
  });

  it.each(named)('%s has the test: %s', (file, title) => {
    const path = fileOf(file);
    expect(existsSync(path)).toBe(true);
    // As it stands in the source, whatever quotes it has there.
    const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
    expect([`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))).toBe(true);
  });
});

describe('the table of broken rules, for prove:rules', () => {
  const broken = [...BROKEN_SIGN_IN, ...BROKEN_TRAFFIC];

  it('breaks each of the 27 rules', () => {
    const rules = [...new Set(broken.map(({ rule }) => rule))].sort((a, b) => a - b);
    expect(rules).toEqual(Array.from({ length: 27 }, (_, n) => n + 1));
  });

  it.each(broken)('$rule: $what stands in the code, to be broken', ({ file, text: part, becomes, tests }) => {
    const source = readFileSync(join(bff, 'src', file), 'utf8');
    expect(source.split(part)).toHaveLength(2);
    expect(becomes).not.toBe(part);
    for (const test of tests) expect(existsSync(join(bff, 'src', test)), test).toBe(true);
  });
});
