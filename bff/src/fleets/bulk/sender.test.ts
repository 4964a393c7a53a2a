/** Rows whose sending fails for a reason that nobody foresaw: they end, so that the others are sent. */
import { expect, it } from 'vitest';
import { Problem } from '../../platform/http/problems.ts';
import { SecretBox } from '../../platform/secrets/keys.ts';
import type { BulkJobRow } from '../../platform/store/bulk.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { StoreUnavailable } from '../../platform/store/store-errors.ts';
import { bulkRow } from '../../testing/aged-rows.ts';
import { RowSender, rowContext } from './sender.ts';

const box = new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
const job = { id: 'job', kind: 'invitation', created_by: 'ann', created_by_name: 'Ann' } as BulkJobRow;

async function sendWith(error: Error, intent: Partial<IntentRow> | null) {
  const row = { ...bulkRow('job', 1), request: box.seal('{"fleet_ref":"F-1"}', rowContext('job', 1)) };
  const sender = new RowSender({
    box,
    now: () => 1_000,
    intents: {
      send: async () => Promise.reject(error),
      read: async () => {
        if (intent === null) throw Problem.notFound('Request not found');
        return intent as IntentRow;
      },
    },
    added: async () => ({}),
    stopReason: async () => null,
  });
  return sender.send(job, row);
}

it.each([
  ['failed', null],
  ['failed', { state: 'failed' }],
  ['unknown', { state: 'sending' }],
  ['unknown', { state: 'unknown' }],
] as const)('a row that cannot be composed becomes %s when its intent is %j', async (state, intent) => {
  expect(await sendWith(new TypeError('broken'), intent)).toEqual({
    change: { state, message: 'broken', request: null },
  });
});

it('an outage of the database pauses the job instead', async () => {
  expect(await sendWith(new StoreUnavailable('down'), null)).toEqual({ until: 6_000, message: 'down' });
});
