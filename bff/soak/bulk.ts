/** `pnpm soak:bulk [rows] [bad] [kills] [requests per second]`, required measurement 2 of onboarding; see bulk-run.ts. */
import { bulkRun } from './bulk-run.ts';
import { report } from './report.ts';

const [rows = '500', bad = '25', kills = '2', rateLimit = '5'] = process.argv.slice(2);
const good = Number(rows) - Number(bad);
const result = await bulkRun({
  rows: Number(rows),
  bad: Number(bad),
  kills: Number(kills),
  rateLimit: Number(rateLimit),
  log: (text) => process.stderr.write(`${text}\n`),
});
report(`${rows} rows, ${bad} of them bad, ${kills} SIGKILLs, ${rateLimit} requests a second`, [
  { what: 'seconds', found: result.seconds },
  { what: 'rows a second', found: (good / result.seconds).toFixed(2) },
  { what: 'done at each kill', found: result.done_at_kills.join(', ') },
  { what: 'failed starts', found: result.start_failures.length, expected: 0 },
  { what: 'state of the job: done', found: result.state === 'done', expected: true },
  { what: 'rows done', found: result.counts.done ?? 0, expected: good },
  { what: 'rows invalid', found: result.counts.invalid ?? 0, expected: Number(bad) },
  { what: 'of these, explained', found: result.bad_explained, expected: Number(bad) },
  { what: 'rows unknown in the end', found: result.counts.unknown ?? 0, expected: 0 },
  { what: 'invitations at the service', found: result.at_service, expected: good },
  { what: 'duplicate invitations', found: result.twice.length, expected: 0 },
  { what: 'reported done, but missing', found: result.done_but_missing, expected: 0 },
  { what: 'reported as refresh, but new', found: result.said_refreshed, expected: 0 },
  { what: 'would be created by sending the file again', found: result.again_would_create, expected: 0 },
  { what: '429 among the last 1,000 answers', found: result.refused_429 },
]);
process.exit(process.exitCode ?? 0);
