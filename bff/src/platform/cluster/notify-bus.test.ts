import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { postgresUrl } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { PostgresNotifyBus } from './notify-bus.ts';

it('a notification that nobody can use, or that one listener fails on, harms neither the server nor the other listeners', async () => {
  const url = await postgresUrl();
  const bus = await PostgresNotifyBus.open(url, silentLog);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await bus.close();
  });
  const received: string[] = [];
  bus.subscribe('board', (detail) => {
    JSON.parse(detail);
  });
  bus.subscribe('board', async () => {
    throw new Error('could not read');
  });
  bus.subscribe('board', (detail) => {
    received.push(detail);
  });
  const messages = [
    'no JSON',
    '',
    'null',
    '[]',
    '{"signal":"board"}',
    '{"signal":"board","detail":"no JSON"}',
  ];
  for (const message of messages) await client.query('SELECT pg_notify($1, $2)', ['waypost', message]);
  await vi.waitFor(() => expect(received).toEqual(['no JSON']));
});

it('what is published at the same moment arrives in order, by one query after the other', async () => {
  const url = await postgresUrl();
  const [from, to] = [
    await PostgresNotifyBus.open(url, silentLog),
    await PostgresNotifyBus.open(url, silentLog),
  ];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(async () => {
    query.mockRestore();
    await from.close();
    await to.close();
  });
  const received: string[] = [];
  to.subscribe('board', (detail) => received.push(detail));
  const sent = Array.from({ length: 20 }, (_, at) => `change ${at}`);
  for (const detail of sent) from.publish('board', detail);
  expect(query.mock.calls.filter(([text]) => String(text).includes('pg_notify')).length).toBeLessThan(2);
  await vi.waitFor(() => expect(received).toEqual(sent));
});
