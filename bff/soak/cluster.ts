/** `pnpm soak:cluster [minutes] [seed]`: three servers, one killed, one frozen, and faults of the database; see cluster-run.ts. */
import { KINDS } from './cluster-people.ts';
import { clusterRun } from './cluster-run.ts';
import { report } from './report.ts';

const [minutes = '10', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
process.stdout.write(`seed ${seed}\n`);
const startedAt = Date.now();
const result = await clusterRun(Number(minutes), Number(seed), (text) =>
  process.stderr.write(`${Math.round((Date.now() - startedAt) / 1_000)} s: ${text}\n`),
);
const SHOWN = 10;
const byWhat = Map.groupBy(result.violations, ({ what }) => what);
for (const [what, violations] of byWhat) {
  process.stderr.write(`\n${what}: ${violations.length}\n`);
  for (const { evidence } of violations.slice(0, SHOWN)) process.stderr.write(`  ${evidence}\n`);
}
const acknowledged = result.acts.filter(({ outcome }) => outcome === 'acknowledged');
const shown = (seconds: number | null) => (seconds === null ? 'never' : `${seconds.toFixed(1)} s`);
report(
  `three servers, ${minutes} minutes, seed ${seed}, ${Math.round((Date.now() - startedAt) / 1_000)} s with the checks`,
  [
    ...KINDS.map((kind) => {
      const acts = result.acts.filter((act) => act.kind === kind);
      const with_ = (outcome: string) => acts.filter((act) => act.outcome === outcome).length;
      const found = `${with_('acknowledged')} acknowledged, ${with_('refused')} refused, ${with_('failed')} failed, ${with_('unanswered')} unanswered`;
      return { what: kind, found };
    }),
    { what: 'acts acknowledged', found: acknowledged.length, expected: { atLeast: Number(minutes) * 100 } },
    { what: 'kills', found: result.kills },
    { what: 'another server read, after the kill', found: shown(result.takeovers_s[0] ?? null) },
    { what: 'another server read, after the freeze', found: shown(result.takeovers_s[1] ?? null) },
    { what: 'ready after the restart of the database', found: shown(result.ready_s[0] ?? null) },
    { what: 'ready after the database was away', found: shown(result.ready_s[1] ?? null) },
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
