/** SECURITY-RULES.md names a test for each of the 27 rules, SECURITY.md one for each attack; `prove:rules` breaks each rule. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedCases } from '@waypost/contract/testing/cases';
import { describe, expect, it } from 'vitest';
import { SIGN_IN_MUTATIONS } from '../soak/rules/signing-in.ts';
import { TRAFFIC_MUTATIONS } from '../soak/rules/traffic.ts';

const bff = join(import.meta.dirname, '..');
const text = readFileSync(join(bff, 'SECURITY-RULES.md'), 'utf8');
const sections = text.split(/^## /m).slice(1);

describe('SECURITY-RULES.md', () => {
  it('contains the rules 1 to 27, each with at least one test', () => {
    const rules = sections.filter((section) => /^\d+\. /.test(section));
    expect(rules.map((section) => Number.parseInt(section, 10))).toEqual(
      Array.from({ length: 27 }, (_, n) => n + 1),
    );
    for (const section of rules) expect(section, section.split('\n')[0]).toMatch(/^- `[\w/.-]+\.ts`: /m);
  });
});

describe.each(['bff/SECURITY-RULES.md', 'SECURITY.md'])('%s', (name) => {
  it('names existing tests only, by file and title', () => {
    const document = readFileSync(join(bff, '..', name), 'utf8');
    const named = [...document.matchAll(/^- (?:[^`\n]*: )?`([\w/.-]+\.ts)`: (.+)$/gm)];
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(([, file = '', title = '']) => {
      const path = join(bff, file.startsWith('e2e/') ? '..' : 'src', file);
      // Titles contain backslashes only where the source escapes a quote.
      return !existsSync(path) || !readFileSync(path, 'utf8').replaceAll('\\', '').includes(title);
    });
    expect(missing.map(([line]) => line)).toEqual([]);
  });
});

describe('the table of broken rules, for prove:rules', () => {
  const broken = [...SIGN_IN_MUTATIONS, ...TRAFFIC_MUTATIONS];

  it('breaks each of the 27 rules', () => {
    const rules = [...new Set(broken.map(({ rule }) => rule))].sort((a, b) => a - b);
    expect(rules).toEqual(Array.from({ length: 27 }, (_, n) => n + 1));
  });

  it('quotes existing code in each row, and names the tests that notice the change', async () => {
    const failed = await failedCases(
      broken,
      ({ rule, what }) => `${rule}: ${what}`,
      ({ file, text: part, becomes, tests }) => {
        const source = readFileSync(join(bff, 'src', file), 'utf8');
        expect(source.split(part)).toHaveLength(2);
        expect(becomes).not.toBe(part);
        expect(tests.filter((test) => !existsSync(join(bff, 'src', test)))).toEqual([]);
      },
    );
    expect(failed).toEqual([]);
  });
});
