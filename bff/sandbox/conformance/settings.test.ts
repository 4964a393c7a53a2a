import { describe, expect, it } from 'vitest';
import { ALL_CASES } from './all-cases.ts';
import { readSettings, selectCases } from './settings.ts';
import { summary } from './summary.ts';

const SERVICE = ['--base-url', 'https://api.example.com/'];
const CREDENTIALS = [
  '--token-url',
  'https://id.example.com/token',
  '--client-id',
  'me',
  '--client-secret',
  's',
];

describe('selection of cases', () => {
  it.each([
    ['own sandbox: all kinds', [], ['reading', 'writing', 'control']],
    ['own sandbox with --reading-only: only reading', ['--reading-only'], ['reading']],
    ['external service: only reading', [...SERVICE, ...CREDENTIALS], ['reading']],
    [
      'external service with --writing: reading and writing',
      [...SERVICE, ...CREDENTIALS, '--writing'],
      ['reading', 'writing'],
    ],
    [
      'external sandbox with --control: all kinds',
      [...SERVICE, ...CREDENTIALS, '--control'],
      ['reading', 'writing', 'control'],
    ],
    [
      '--reading-only wins over --control and --writing',
      [...SERVICE, ...CREDENTIALS, '--control', '--writing', '--reading-only'],
      ['reading'],
    ],
  ])('%s', (_what, args, kinds) => {
    const settings = readSettings(args, {});
    expect(settings.kinds).toEqual(kinds);
    expect(new Set(selectCases(ALL_CASES, settings).map(({ needs }) => needs))).toEqual(new Set(kinds));
  });

  it('--only selects cases by a part of their identifier', () => {
    const found = selectCases(ALL_CASES, readSettings(['--only', 'h3_index_11'], {}));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ id }) => id.includes('h3_index_11'))).toBe(true);
  });
});

describe('target service', () => {
  const env = {
    SERVICE_TOKEN_URL: 'https://id.example.com/other',
    SERVICE_CLIENT_ID: 'you',
    SERVICE_CLIENT_SECRET: 'from-the-environment',
    SERVICE_ASSUMPTIONS: '{"fields":{"magic_link":"link"}}',
  };
  it('is read from the arguments', () => {
    expect(readSettings([...SERVICE, ...CREDENTIALS], env).target).toEqual({
      base_url: 'https://api.example.com',
      token_url: 'https://id.example.com/token',
      client_id: 'me',
      client_secret: 's',
    });
  });
  it('is read from the environment except for its address, so that nobody selects it by accident', () => {
    expect(readSettings(SERVICE, env)).toMatchObject({
      target: { client_id: 'you', client_secret: 'from-the-environment' },
      assumptions: env.SERVICE_ASSUMPTIONS,
    });
    expect(readSettings([], { ...env, SERVICE_BASE_URL: 'https://api.example.com' })).toMatchObject({
      target: null,
      assumptions: '{}',
    });
  });
  it.each(['token-url', 'client-id', 'client-secret'])('needs --%s', (name) => {
    const at = CREDENTIALS.indexOf(`--${name}`);
    const args = [...SERVICE, ...CREDENTIALS.toSpliced(at, 2)];
    expect(() => readSettings(args, {})).toThrow(`--${name} or SERVICE_`);
  });
});

describe('the summary', () => {
  it('lists what could not be shown and why', () => {
    const [first, second, third] = ALL_CASES;
    if (!first || !second || !third) throw new Error('no cases');
    const lines = summary(
      [
        { testCase: first, outcome: 'passed', why: '' },
        { testCase: second, outcome: 'skipped', why: 'there is no load' },
        { testCase: third, outcome: 'skipped', why: 'there is no load' },
      ],
      ALL_CASES,
      ['reading'],
      7,
    );
    const count = (needs: string) => ALL_CASES.filter((testCase) => testCase.needs === needs).length;
    expect(lines).toEqual([
      'Not shown:',
      '  2 skipped: there is no load',
      `  ${count('writing')} cases that make or change records, which need --writing`,
      `  ${count('control')} cases that need a sandbox with its control routes, and --control`,
      '  7 statements that no case can show: the end of CONFORMANCE.md says why',
      '1 passed, 0 failed, 2 skipped',
    ]);
  });
});
