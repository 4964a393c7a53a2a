/** The complete suite against the sandbox, and the list of its cases in CONFORMANCE.md. */

import { readFileSync } from 'node:fs';
import { failedCases } from '@waypost/contract/testing/cases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CASES } from './all-cases.ts';
import { type Host, startHost } from './host.ts';
import { runCase } from './runner.ts';
import { CONFORMANCE_FILE, conformanceText } from './summary.ts';

const TOPIC_TIMEOUT_MS = 120_000;

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.close();
});

describe('interface over HTTP', () => {
  it.each(Object.entries(Object.groupBy(ALL_CASES, ({ topic }) => topic)))(
    '%s',
    async (_, cases = []) => {
      const failed = await failedCases(
        cases,
        ({ id }) => id,
        async (testCase) => {
          const before = host.errors.length;
          await runCase(testCase, host.context);
          expect(host.errors.slice(before)).toEqual([]);
        },
      );
      expect(failed).toEqual([]);
    },
    TOPIC_TIMEOUT_MS,
  );
});

describe('list of cases', () => {
  it('contains each identifier once', () => {
    const ids = ALL_CASES.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('matches CONFORMANCE.md, written by `node bff/sandbox/conformance/main.ts --write`', () => {
    expect(readFileSync(CONFORMANCE_FILE, 'utf8')).toBe(conformanceText(ALL_CASES));
  });
});
