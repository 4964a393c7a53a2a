/** SECURITY-RULES.md names a test for each of the 27 rules, and `prove:rules` breaks each rule. */
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
