/**
 * `pnpm soak:cluster [minutes] [seed] [--loads 50000] [--due 120] [--people 4] [--steady-database]`: three servers, one killed, one
 * frozen, one added, and faults of the database; see cluster-run.ts.
 */
import { parseArgs } from 'node:util';
import { KINDS } from './cluster-people.ts';
import { clusterRun, SANDBOX_LOADS } from './cluster-run.ts';
import { report } from './report.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    loads: { type: 'string', default: String(SANDBOX_LOADS) },
    due: { type: 'string', default: '30' },
    people: { type: 'string', default: '8' },
    'steady-database': { type: 'boolean', default: false },
  },
});
const [minutes = '10', seed = String(Date.now() % 1_000_000)] = positionals;
const [loads, due_s, people] = [values.loads, values.due, values.people].map(Number) as [
  number,
  number,
  number,
];
process.stdout.write(`seed ${seed}\n`);
const startedAt = Date.now();
const size = { minutes: Number(minutes), loads, due_s, people, database_faults: !values['steady-database'] };
const result = await clusterRun(size, Number(seed), (text) =>
  process.stderr.write(`${Math.round((Date.now() - startedAt) / 1_000)} s: ${text}\n`),
);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const SHOWN = 10;
const byWhat = Map.groupBy(result.violations, ({ what }) => what);
for (const [what, violations] of byWhat) {
  process.stderr.write(`\n${what}: ${violations.length}\n`);
  for (const { evidence } of violations.slice(0, SHOWN)) process.stderr.write(`  ${evidence}\n`);
}
const acknowledged = result.acts.filter(({ outcome }) => outcome === 'acknowledged');
const { reads, gaps, overlaps } = result.read;
const inSeconds = (ms = 0) => Math.round(ms / 100) / 10;
const shown = (seconds: number | null) => (seconds === null ? 'never' : `${seconds.toFixed(1)} s`);
report(
  `three servers, ${loads} loads, each due every ${due_s} s, ${minutes} minutes, seed ${seed}, ${Math.round((Date.now() - startedAt) / 1_000)} s with the checks`,
  [
    ...KINDS.map((kind) => {
      const acts = result.acts.filter((act) => act.kind === kind);
      const with_ = (outcome: string) => acts.filter((act) => act.outcome === outcome).length;
      const found = `${with_('acknowledged')} acknowledged, ${with_('refused')} refused, ${with_('failed')} failed, ${with_('unanswered')} unanswered`;
      return { what: kind, found };
    }),
    {
      what: 'acts acknowledged',
      found: acknowledged.length,
      expected: { atLeast: Number(minutes) * people * 12 },
    },
    { what: 'kills', found: result.kills },
    { what: 'reads a second, counted by the service', found: Math.round(sumOf(reads) / result.read_s) },
    { what: 'reads of each server', found: reads.join(', ') },
    { what: 'loads read by two servers at once', found: overlaps, expected: 0 },
    { what: 'reads of the woken server before it was its turn', found: result.reads_of_woken, expected: 0 },
    { what: 'seconds unread, the middle load', found: inSeconds(gaps[Math.floor(gaps.length / 2)]) },
    { what: 'seconds unread, 99 of 100 loads', found: inSeconds(gaps[Math.floor(gaps.length * 0.99)]) },
    { what: 'seconds unread, the longest', found: inSeconds(gaps.at(-1)), expected: { below: 2 * due_s } },
    { what: 'another server read, after the kill', found: shown(result.takeovers_s[0] ?? null) },
    { what: 'another server read, after the freeze', found: shown(result.takeovers_s[1] ?? null) },
    ...['the restart of the database', 'the database was away'].flatMap((fault, n) => {
      const seconds = result.ready_s[n];
      return seconds === undefined ? [] : [{ what: `ready after ${fault}`, found: shown(seconds) }];
    }),
    ...[...Map.groupBy(result.stream_ends, ([end]) => end)].map(([end, ends]) => ({
      what: `streams that ended: ${end}`,
      found: ends.reduce((sum, [, times]) => sum + times, 0),
    })),
    ...Object.entries(result.counts).map(([what, found]) => ({ what, found })),
    ...[...byWhat].map(([what, { length }]) => ({ what, found: length, expected: 0 })),
    { what: 'violations', found: result.violations.length, expected: 0 },
  ],
);
process.exit(process.exitCode ?? 0);
