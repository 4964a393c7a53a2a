import { describe, expect, it } from 'vitest';
import { journeyOutcomes } from './journey-report.ts';

const journey = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', more = {}) => ({
  title,
  file: 'board.e2e.ts',
  tests: [
    { projectName: 'chromium', status, results: [{ errors: [{ message: 'late\nat line 4' }] }], ...more },
  ],
});

describe('journey outcomes', () => {
  it('lists retried, skipped and failed journeys, including nested suites', () => {
    const outcomes = journeyOutcomes({
      suites: [
        {
          title: 'board.e2e.ts',
          specs: [journey('opens', 'expected'), journey('follows', 'flaky')],
          suites: [
            {
              title: 'inner',
              specs: [
                journey('breaks', 'unexpected'),
                journey('waits', 'skipped', {
                  annotations: [{ type: 'skip', description: 'no Firefox here' }],
                }),
              ],
            },
          ],
        },
      ],
    });
    expect(outcomes).toEqual({
      passed: 2,
      failed: ['chromium: board.e2e.ts: breaks: late'],
      skipped: ['chromium: board.e2e.ts: waits: no Firefox here'],
      secondTries: ['chromium: board.e2e.ts: follows'],
    });
  });

  it('counts an error outside of any journey as a failure', () => {
    const outcomes = journeyOutcomes({ suites: [], errors: [{ message: 'Cannot find module x\nat y' }] });
    expect(outcomes.failed).toEqual(['Cannot find module x']);
  });
});
