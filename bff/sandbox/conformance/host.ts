/** The sandbox used unless another service is given: in this process, on a free port, still over HTTP. */

import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import { readConfig } from '../config.ts';
import { createSandbox } from '../server.ts';
import { Client } from './client.ts';
import { Context } from './context.ts';

/** With 40 loads or more, every situation occurs. */
const LOADS = 45;
/** Far beyond the suite's request rate: only cases that test a limit cause one. */
const NO_LIMIT = 1_000_000;

export interface Host {
  readonly info: SandboxLine;
  readonly context: Context;
  /** Errors and contract violations that the sandbox detected itself; empty in a good run. */
  readonly errors: readonly unknown[];
  readonly close: () => Promise<void>;
}

export async function startHost(): Promise<Host> {
  const errors: unknown[] = [];
  const sandbox = createSandbox(
    {
      ...readConfig({
        SANDBOX_WORLD: 'hostile',
        SANDBOX_PORT: '0',
        SANDBOX_LOADS: String(LOADS),
        SANDBOX_USAGE_ROWS: '2600',
      }),
      rate_limit: NO_LIMIT,
      token_rate_limit: NO_LIMIT,
      webhook_duplicates: 0,
      webhook_reorder: 0,
    },
    { onError: (error) => errors.push(error), onBreach: (breach) => errors.push(breach) },
  );
  const info = await sandbox.listen();
  const client = new Client(info, serviceEndpoints(), async () => {});
  const context = new Context({ client, controlled: true, loadIds: [] });
  return { info, context, errors: errors, close: () => sandbox.close() };
}
