/** `pnpm soak:faults [seconds]`: the database, the network and the clock fail beside people who act; see fault-run.ts. 90 s is the full length. */
import { faultRun } from './fault-run.ts';
import { report } from './report.ts';

const seconds = Number(process.argv[2] ?? 90);
const startedAt = Date.now();
const result = await faultRun(seconds, (text) => process.stderr.write(`${text}\n`));
const wrong = result.phases.flatMap(({ name, answers }) =>
  answers.flatMap((one) => one.wrong.map((text) => `${name}: ${text}`)),
);
for (const { name, answers, recovered_s, told_s, states } of result.phases) {
  const [hit, other] = answers.map(
    ({ confirmed, unavailable, none, slowest_ms }) =>
      `${confirmed} confirmed, ${unavailable} × 503, ${none} without answer, slowest ${Math.round(slowest_ms)} ms`,
  );
  const told = told_s.map((s) => (s === null ? 'not told' : `told after ${s.toFixed(1)} s`)).join(', ');
  process.stdout.write(
    `\n${name}\n  this server   ${hit}\n  the other one ${other}\n  recovered ${recovered_s.toFixed(1)} s after; ${told}; states ${states.join(', ')}\n`,
  );
}
const listed = (texts: readonly string[]) => {
  for (const text of texts.slice(0, 10)) process.stderr.write(`${text}\n`);
  return texts.length;
};
report(`faults beside eight people, ${Math.round((Date.now() - startedAt) / 1000)} s`, [
  { what: 'servers that exited', found: listed(result.exits), expected: 0 },
  { what: 'acts confirmed', found: result.confirmed, expected: { atLeast: 500 } },
  { what: 'confirmed and not stored', found: listed(result.lost), expected: 0 },
  { what: 'stored and not in the activity log', found: listed(result.not_logged), expected: 0 },
  { what: 'in the activity log twice', found: listed(result.logged_twice), expected: 0 },
  { what: 'answers that are neither success nor 503', found: listed(wrong), expected: 0 },
  { what: 'servers not ready at the end', found: listed(result.not_ready), expected: 0 },
  { what: 'differences between servers and database', found: listed(result.disagreements), expected: 0 },
  { what: 'calls in the last minute, clock set back', found: result.reads.back, expected: { atLeast: 100 } },
  {
    what: 'calls in the last minute, clock set forth',
    found: result.reads.forth,
    expected: { atLeast: 100 },
  },
]);
process.exit(process.exitCode ?? 0);
