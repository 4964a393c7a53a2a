/** Events from the service, wired together: our addresses, what is delivered there, and what is asked for once more. */
import type { Logger } from 'pino';
import type { Activity } from '../activity.ts';
import type { SecretBox } from '../auth/keys.ts';
import type { Config } from '../config.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Database } from '../store/database.ts';
import { Hooks, type HooksOptions } from './hooks.ts';
import { Processor } from './processor.ts';
import { Replays, type ReplaysOptions } from './replays.ts';
import { Verifier } from './verify.ts';

export interface Webhooks {
  readonly hooks: Hooks;
  readonly processor: Processor;
  readonly verifier: Verifier;
  readonly replays: Replays;
}

export interface WebhooksOptions {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  readonly config: Config;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: HooksOptions['endpoints'] & ReplaysOptions['endpoints'];
  readonly activity: Activity;
}

export async function openWebhooks({ config, ...common }: WebhooksOptions): Promise<Webhooks> {
  const { assumptions } = config;
  const hooks = new Hooks({
    ...common,
    assumptions,
    publicUrl: config.hooksPublicUrl,
    serviceUrl: config.service.baseUrl,
  });
  await hooks.open();
  return {
    hooks,
    processor: new Processor({ ...common, assumptions }),
    verifier: new Verifier({ ...common, hooks, assumptions }),
    replays: new Replays({ ...common, hooks }),
  };
}
