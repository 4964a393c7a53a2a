/**
 * `npx pnpm conformance`: checks a service against the interface. Without `--base-url` it starts a sandbox of its own and runs
 * every case; with it only those that change nothing.
 *
 * --base-url           the service
 * --token-url --client-id --client-secret   or SERVICE_TOKEN_URL, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET
 * --load-id <id>       a load to check, repeatable
 * --writing            records may be created and changed there
 * --control            the service is a sandbox: its control routes are used, which reset it
 * --reading-only       nothing is created or changed, not even in the suite's own sandbox
 * --assumptions <json> names that differ from ours, or SERVICE_ASSUMPTIONS
 * --only <text>        cases whose identifier contains this text
 * --write              writes CONFORMANCE.md and runs nothing
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { ALL_CASES } from './all-cases.ts';
import { Client } from './client.ts';
import { Context } from './context.ts';
import { startHost } from './host.ts';
import { runAll } from './runner.ts';
import { readSettings, type Settings, selectCases } from './settings.ts';
import { CONFORMANCE_FILE, conformanceText, summary } from './summary.ts';
import { UNSHOWN } from './unshown.ts';

/** Characters of a failure message that are printed. */
const MAX_FAILURE_TEXT = 600;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The given service, or a sandbox. */
async function connect({ target, assumptions, kinds, loadIds }: Settings) {
  if (target === null) return startHost();
  const endpoints = serviceEndpoints(withOverrides(JSON.parse(assumptions)));
  const client = new Client(target, endpoints, (seconds) => wait(seconds * 1000));
  // Without a token each case would fail for the same reason.
  await client.token().catch((error: Error) => {
    throw new Error(`${target.token_url} gives no token: ${error.message}`, { cause: error });
  });
  const context = new Context({ client, controlled: kinds.includes('control'), loadIds });
  return { context, errors: [], close: async () => {} };
}

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings.write) {
    writeFileSync(CONFORMANCE_FILE, conformanceText(ALL_CASES));
    print(`${ALL_CASES.length} rows written to ${CONFORMANCE_FILE}`);
    return 0;
  }
  const { context, errors, close } = await connect(settings);
  const results = await runAll(selectCases(ALL_CASES, settings), context, ({ testCase, outcome, why }) =>
    print(
      `${outcome.padEnd(8)}${testCase.id}${why === '' ? '' : `\n        ${why.slice(0, MAX_FAILURE_TEXT).replaceAll('\n', '\n        ')}`}`,
    ),
  );
  await context.resetIfDirty();
  await close();
  for (const error of errors) print(`noticed ${error instanceof Error ? error.stack : String(error)}`);
  for (const line of summary(results, ALL_CASES, settings.kinds, UNSHOWN.length)) print(line);
  return results.every(({ outcome }) => outcome !== 'failed') && errors.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
