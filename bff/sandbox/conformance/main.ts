/**
 * `npx pnpm conformance`: holds a service against the interface. Without `--base-url` it starts a sandbox of its own.
 *
 * --base-url --token-url --client-id --client-secret   the service
 * --reading-only      nothing is made or changed there
 * --load-id <id>      a load to look at, as often as wanted
 * --control           the service is a sandbox: its control routes are used
 * --assumptions <json>  names that differ from ours, as SERVICE_ASSUMPTIONS
 * --only <text>       cases whose identifier holds this text
 * --write             writes CONFORMANCE.md and runs nothing
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { ALL_CASES } from './all-cases.ts';
import { Client } from './client.ts';
import { Context } from './context.ts';
import { CONFORMANCE_FILE, conformanceText } from './document.ts';
import { startHost } from './host.ts';
import { runAll } from './runner.ts';

/** Characters of a failure that are told. */
const MAX_TOLD = 600;

const say = (line: string) => process.stdout.write(`${line}\n`);

function options() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  return parseArgs({
    options: {
      ...{ 'base-url': text, 'token-url': text, 'client-id': text, 'client-secret': text },
      ...{ assumptions: text, only: text, 'reading-only': flag, control: flag, write: flag },
      'load-id': { type: 'string', multiple: true, default: [] },
    },
  }).values;
}

/** The service that was named, or a sandbox. Throws an Error with a sentence when something is missing. */
async function target(values: ReturnType<typeof options>) {
  const base = values['base-url'];
  if (base === undefined) return startHost();
  const need = (name: 'token-url' | 'client-id' | 'client-secret') => {
    const value = values[name];
    if (value === undefined) throw new Error(`--${name} is missing: --base-url needs it`);
    return value;
  };
  const client = new Client(
    {
      base_url: base.replace(/\/+$/, ''),
      token_url: need('token-url'),
      client_id: need('client-id'),
      client_secret: need('client-secret'),
    },
    serviceEndpoints(withOverrides(JSON.parse(values.assumptions ?? '{}'))),
    (seconds) => wait(seconds * 1000),
  );
  const context = new Context({ client, controlled: values.control, loadIds: values['load-id'] });
  return { context, noticed: [], close: async () => {} };
}

async function main(): Promise<number> {
  const values = options();
  if (values.write) {
    writeFileSync(CONFORMANCE_FILE, conformanceText(ALL_CASES));
    say(`${ALL_CASES.length} rows written to ${CONFORMANCE_FILE}`);
    return 0;
  }
  const { context, noticed, close } = await target(values);
  const cases = ALL_CASES.filter(
    ({ id, needs }) =>
      (values.only === undefined || id.includes(values.only)) &&
      (!values['reading-only'] || needs === 'reading') &&
      (needs !== 'control' || context.controlled),
  );
  const results = await runAll(cases, context, ({ one, outcome, why }) =>
    say(
      `${outcome.padEnd(8)}${one.id}${why === '' ? '' : `\n        ${why.slice(0, MAX_TOLD).replaceAll('\n', '\n        ')}`}`,
    ),
  );
  await context.begin();
  await close();
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  for (const error of noticed) say(`noticed ${error instanceof Error ? error.stack : String(error)}`);
  say(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  return count('failed') === 0 && noticed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
