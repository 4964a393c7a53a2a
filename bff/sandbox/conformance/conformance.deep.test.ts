/** The whole suite against the sandbox, and the list of it that is in CONFORMANCE.md. */

import { readFileSync } from 'node:fs';
import { failedCases } from '@waypost/contract/testing/cases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CASES } from './all-cases.ts';
import { type Host, startHost } from './host.ts';
import { runCase } from './runner.ts';
import { CONFORMANCE_FILE, conformanceText } from './summary.ts';

const WHOLE_TOPIC_MS = 120_000;

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.close();
});

describe('the interface, by HTTP', () => {
  it.each(Object.entries(Object.groupBy(ALL_CASES, ({ topic }) => topic)))(
    'holds about %s',
    async (_, cases = []) => {
      const failed = await failedCases(
        cases,
        ({ id }) => id,
        async (one) => {
          const before = host.noticed.length;
          await runCase(one, host.context);
          expect(host.noticed.slice(before)).toEqual([]);
        },
      );
      expect(failed).toEqual([]);
    },
    WHOLE_TOPIC_MS,
  );
});

describe('the list of cases', () => {
  it('names each one once', () => {
    const ids = ALL_CASES.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('is what CONFORMANCE.md says; `node bff/sandbox/conformance/main.ts --write` writes it', () => {
    expect(readFileSync(CONFORMANCE_FILE, 'utf8')).toBe(conformanceText(ALL_CASES));
  });
});
