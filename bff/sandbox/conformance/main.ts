/**
 * `npx pnpm conformance`: holds a service against the interface. Without `--base-url` it starts a sandbox of its own and runs every
 * case; with it only those that change nothing.
 *
 * --base-url           the service
 * --token-url --client-id --client-secret   or SERVICE_TOKEN_URL, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET
 * --load-id <id>       a load to check, as often as wanted
 * --writing            records may be made and changed there
 * --control            the service is a sandbox: its control routes are used, which reset it
 * --reading-only       nothing is made or changed, also in a sandbox of our own
 * --assumptions <json> names that differ from ours, or SERVICE_ASSUMPTIONS
 * --only <text>        cases whose identifier holds this text
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
import { chosen, readSettings, type Settings } from './settings.ts';
import { CONFORMANCE_FILE, conformanceText, summary } from './summary.ts';
import { UNSHOWN } from './unshown.ts';

/** Characters of a failure that are shown. */
const MAX_FAILURE_TEXT = 600;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The service that was named, or a sandbox. */
async function host({ target, assumptions, kinds, loadIds }: Settings) {
  if (target === null) return startHost();
  const endpoints = serviceEndpoints(withOverrides(JSON.parse(assumptions)));
  const client = new Client(target, endpoints, (seconds) => wait(seconds * 1000));
  // Without a token each case would fail for the same reason.
  await client.token().catch((error: Error) => {
    throw new Error(`${target.token_url} gives no token: ${error.message}`, { cause: error });
  });
  const context = new Context({ client, controlled: kinds.includes('control'), loadIds });
  return { context, noticed: [], close: async () => {} };
}

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings.write) {
    writeFileSync(CONFORMANCE_FILE, conformanceText(ALL_CASES));
    say(`${ALL_CASES.length} rows written to ${CONFORMANCE_FILE}`);
    return 0;
  }
  const { context, noticed, close } = await host(settings);
  const results = await runAll(chosen(ALL_CASES, settings), context, ({ one, outcome, why }) =>
    say(
      `${outcome.padEnd(8)}${one.id}${why === '' ? '' : `\n        ${why.slice(0, MAX_FAILURE_TEXT).replaceAll('\n', '\n        ')}`}`,
    ),
  );
  await context.begin();
  await close();
  for (const error of noticed) say(`noticed ${error instanceof Error ? error.stack : String(error)}`);
  for (const line of summary(results, ALL_CASES, settings.kinds, UNSHOWN.length)) say(line);
  return results.every(({ outcome }) => outcome !== 'failed') && noticed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
