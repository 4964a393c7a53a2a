/** `pnpm soak:bulk [rows] [bad] [kills] [requests a second]`, must show 2 of onboarding; see bulk-run.ts. */
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
  { what: 'done when it was killed', found: result.done_at_kills.join(', ') },
  { what: 'starts that ended by themselves', found: result.start_failures.length, wanted: 0 },
  { what: 'state of the job: done', found: result.state === 'done', wanted: true },
  { what: 'rows done', found: result.counts.done ?? 0, wanted: good },
  { what: 'rows invalid', found: result.counts.invalid ?? 0, wanted: Number(bad) },
  { what: 'of these explained', found: result.bad_explained, wanted: Number(bad) },
  { what: 'rows unknown in the end', found: result.counts.unknown ?? 0, wanted: 0 },
  { what: 'invitations at the service', found: result.at_service, wanted: good },
  { what: 'invitations that are there twice', found: result.twice.length, wanted: 0 },
  { what: 'said to be done, but missing', found: result.done_but_missing, wanted: 0 },
  { what: 'said to be a refresh, but new', found: result.said_refreshed, wanted: 0 },
  { what: 'new ones if the file is sent again', found: result.again_would_create, wanted: 0 },
  { what: '429 among the last 1,000 answers', found: result.refused_429 },
]);
process.exit(process.exitCode ?? 0);
