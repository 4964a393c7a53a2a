/** Creates a webhook subscription before the server starts, as if the service had accepted it. */
import type { WebhookPurpose } from '@waypost/contract/api/webhooks';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { Activity } from '../src/platform/activity/activity.ts';
import { parseSecretKeys, SecretBox } from '../src/platform/secrets/keys.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import type { ServiceClient } from '../src/service/upstream/client.ts';
import { WebhookSubscriptions } from '../src/service/webhooks/subscriptions.ts';
import { silentLog } from '../src/testing/tracking.ts';

export interface SubscriptionOptions {
  readonly url: string;
  readonly port: number;
  readonly base_url: string;
  readonly secretKeys: string;
  readonly purpose: WebhookPurpose;
}

export async function createSubscription({ url, port, base_url, secretKeys, purpose }: SubscriptionOptions) {
  const { db, close } = await openDatabase(url);
  const parsed = parseSecretKeys(secretKeys);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const call = async () => ({ status: 201, raw: null, data: { id: '00000000-0000-4000-8000-000000000001' } });
  const webhooks = new WebhookSubscriptions({
    db,
    box: new SecretBox(parsed.keys),
    client: { call } as unknown as ServiceClient,
    endpoints: {} as ServiceEndpoints,
    assumptions: ASSUMPTIONS,
    publicUrl: new URL(`http://localhost:${port}`),
    serviceUrl: new URL(base_url),
    activity: new Activity(db, silentLog),
    log: silentLog,
  });
  const row = await webhooks.ensureSubscription(purpose);
  const subscription = { address: webhooks.address(row), secret: webhooks.signingSecret(row) ?? '' };
  await close();
  return subscription;
}
