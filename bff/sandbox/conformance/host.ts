/** The sandbox that the suite talks to when no other service is named: in this process, on a free port, by HTTP all the same. */

import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import { readConfig } from '../config.ts';
import { createSandbox } from '../server.ts';
import { Client } from './client.ts';
import { Context } from './context.ts';

/** From 40 on every situation occurs. */
const LOADS = 45;
/** Far beyond what the suite asks in a second: a limit is caused on purpose, never by accident. */
const NO_LIMIT = 1_000_000;

export interface Host {
  readonly info: SandboxLine;
  readonly context: Context;
  /** Errors and breaches of the contract that the sandbox noticed itself; none in a good run. */
  readonly noticed: readonly unknown[];
  readonly close: () => Promise<void>;
}

export async function startHost(): Promise<Host> {
  const noticed: unknown[] = [];
  const sandbox = createSandbox(
    {
      ...readConfig({ SANDBOX_PORT: '0', SANDBOX_LOADS: String(LOADS), SANDBOX_USAGE_ROWS: '2600' }),
      rate_limit: NO_LIMIT,
      token_rate_limit: NO_LIMIT,
      webhook_duplicates: 0,
      webhook_reorder: 0,
    },
    { onError: (error) => noticed.push(error), onBreach: (breach) => noticed.push(breach) },
  );
  const info = await sandbox.listen();
  const client = new Client(info, serviceEndpoints(), async () => {});
  const context = new Context({ client, controlled: true, loadIds: [] });
  return { info, context, noticed, close: () => sandbox.close() };
}
