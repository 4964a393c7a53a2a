/** Who receives which event of the stream: derived from the routes that return the same data. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { may, ROLES, type SessionRole, WALL_ROLE } from '@waypost/contract/api/session';
import { STREAM_EVENTS, type StreamEvent } from '@waypost/contract/api/stream-events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../platform/store/open-database.ts';
import { silentLog } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { EventHub, Stream } from './hub.ts';

const SAME_DATA: Readonly<Record<StreamEvent, keyof typeof API_ROUTES>> = {
  change: 'listLoads',
  reset: 'listLoads',
  status: 'listLoads',
  monitors: 'listMonitors',
  invitations: 'listInvitations',
  agreements: 'listAgreements',
  operations: 'listOperations',
  bulk: 'listBulkJobs',
  archived: 'listArchive',
  load_lists: 'listLoadLists',
  views: 'listViews',
  presence: 'putPresence',
  session_ended: 'events',
};
const EVENTS = Object.keys(STREAM_EVENTS) as StreamEvent[];

async function setup(roles: { of: readonly SessionRole[] }) {
  const opened = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db: opened.db, placeOf: () => null, log: silentLog });
  const status = () => ({ state: 'ok' }) as ServiceStatus;
  const rolesOf = async () => roles.of;
  const hub = new EventHub({ board, status, rolesOf, log: silentLog, heartbeatMs: 10 });
  onTestFinished(async () => {
    hub.shutdown();
    await board.close();
    await opened.close();
  });
  const text: string[] = [];
  const stream = () => {
    const response = {
      status: () => response,
      set: () => response,
      writableLength: 0,
      write: (data: Buffer) => text.push(data.toString()),
      end: () => undefined,
    };
    return new Stream(response as never, 's', roles.of);
  };
  const received = () => EVENTS.filter((event) => text.some((one) => one.includes(`event: ${event}\n`)));
  return { hub, stream, text, received };
}

it('a wall screen receives the events of the wall board, and no others', async () => {
  const { hub, stream, received } = await setup({ of: [WALL_ROLE] });
  hub.open(stream(), null);
  for (const event of EVENTS) hub.send(event, '{}');
  expect(received()).toEqual(['change', 'reset', 'status', 'session_ended']);
});

it.each(ROLES)('the role %s receives exactly the events whose data it may read by a route', async (role) => {
  const { hub, stream, text, received } = await setup({ of: [role] });
  const readable = EVENTS.filter((event) => may([role], API_ROUTES[SAME_DATA[event]].right ?? 'read'));
  hub.open(stream(), null);
  for (const event of EVENTS) hub.send(event, '{}');
  expect(received()).toEqual(readable);
  text.length = 0;
  for (const event of EVENTS) hub.sendOnOpen(event, () => '{}');
  hub.open(stream(), null);
  expect(received()).toEqual(readable);
});

it('a person who loses a right no longer receives its events after the next heartbeat', async () => {
  const roles: { of: readonly SessionRole[] } = { of: ['onboarding'] };
  const { hub, stream, received, text } = await setup(roles);
  hub.open(stream(), null);
  hub.send('bulk', '{}');
  expect(received()).toContain('bulk');
  roles.of = ['viewer'];
  await vi.waitFor(() => {
    text.length = 0;
    hub.send('bulk', '{}');
    expect(received()).toEqual([]);
  });
});
