/** Transitions of a geofence monitor, and the events that it sends. */
import assert from 'node:assert/strict';
import { monitorEventRecord } from '@waypost/contract/events';
import type { Monitor } from '@waypost/contract/monitors';
import { type Case, topic } from '../case.ts';
import { type Context, instant } from '../context.ts';
import {
  beyond,
  circle,
  DAY,
  DOCK,
  drive,
  FUEL,
  iso,
  read,
  subscribe,
  waitForEvents,
  watch,
  YARD,
} from './journey.ts';

const { controls, writes } = topic('monitors');
const events = topic('events');

const stop = (monitor: Monitor, sequence: number) => monitor.stops?.[sequence];
/** Longest time between two reports of a parked truck. */
const MAX_PARKED_GAP_SECONDS = 15 * 60;
const COMPLETE_DRIVE = [YARD, beyond(YARD), DOCK, beyond(DOCK)];

async function driveAndRead(context: Context, monitor: Monitor, ...places: Parameters<typeof beyond>[0][]) {
  await drive(context, monitor, ...places);
  return read(context, monitor);
}

/** Cancels and returns the response. */
async function cancel(context: Context, { id }: Monitor) {
  return context.client.send('cancelMonitor', { params: { geofence_monitor_id: id } });
}

/** Monitors in each terminal state. */
const ENDED: Readonly<Record<string, (context: Context) => Promise<Monitor>>> = {
  completed: async (context) => driveAndRead(context, await watch(context), ...COMPLETE_DRIVE),
  expired: async (context) => {
    const monitor = await watch(context);
    await context.control.advance(3 * 86_400 + 60);
    return read(context, monitor);
  },
  cancelled: async (context) => {
    const monitor = await watch(context);
    await cancel(context, monitor);
    return read(context, monitor);
  },
};

export const monitorStateCases: readonly Case[] = [
  controls(
    'arrives at the origin',
    'active: arrival at the origin is recorded; the monitor stays active',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), YARD);
      assert.equal(monitor.status, 'active');
      assert.ok(stop(monitor, 0)?.arrived_at);
      assert.equal(stop(monitor, 0)?.departed_at, null);
    },
  ),
  controls(
    'leaves the origin',
    'active: departure is detected when the vehicle leaves the origin circle; current_stop_sequence changes',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), YARD, beyond(YARD));
      assert.ok(stop(monitor, 0)?.departed_at);
      assert.deepEqual([monitor.status, monitor.current_stop_sequence], ['active', 1]);
    },
  ),
  controls('planned stop', 'active: arrives at and leaves a planned stop', async (context) => {
    const monitor = await watch(context, { stops: [circle(FUEL)] });
    const on = await driveAndRead(context, monitor, YARD, beyond(YARD), FUEL, beyond(FUEL));
    assert.ok(stop(on, 1)?.arrived_at && stop(on, 1)?.departed_at);
    assert.deepEqual([on.status, on.current_stop_sequence], ['active', 2]);
  }),
  controls(
    'arrives at the destination',
    'active: arrival at the destination is the delivery, and does not end the watch',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), YARD, beyond(YARD), DOCK);
      assert.ok(stop(monitor, 1)?.arrived_at);
      assert.deepEqual([monitor.status, monitor.completed_at], ['active', null]);
    },
  ),
  controls('updated_at', 'updated_at changes on every stop transition', async (context) => {
    const monitor = await watch(context);
    const seen = [instant(monitor.updated_at)];
    for (const place of [YARD, beyond(YARD), DOCK]) {
      await drive(context, monitor, place);
      seen.push(instant((await read(context, monitor)).updated_at));
    }
    assert.equal(new Set(seen).size, 4);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
  }),
  controls(
    'completed',
    'active → completed: the vehicle departs the final stop; completed_at is set',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), ...COMPLETE_DRIVE);
      assert.equal(monitor.status, 'completed');
      assert.equal(monitor.completed_at, stop(monitor, 1)?.departed_at);
    },
  ),
  controls(
    'dwell',
    'Completes once the vehicle leaves the destination, so that dwell can be measured',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), ...COMPLETE_DRIVE);
      const { arrived_at, departed_at } = stop(monitor, 1) ?? {};
      assert.ok(instant(departed_at) > instant(arrived_at));
    },
  ),
  controls('the watch ends', 'completed: the watch ends, later pings change nothing', async (context) => {
    const done = await driveAndRead(context, await watch(context), ...COMPLETE_DRIVE);
    assert.deepEqual(await driveAndRead(context, done, DOCK, YARD), done);
  }),
  controls('pings before starts_at', 'Pings before starts_at are ignored', async (context) => {
    const starts_at = iso((await context.now()) + 3_600_000);
    const monitor = await driveAndRead(context, await watch(context, { starts_at }), YARD, beyond(YARD));
    assert.deepEqual([monitor.current_stop_sequence, stop(monitor, 0)?.arrived_at], [0, null]);
  }),
  controls(
    'parked since before',
    'A truck that was parked in the origin yard all the time until starts_at is recorded as arriving there, not before starts_at',
    async (context) => {
      const starts_at = (await context.now()) + 3_600_000;
      const monitor = await watch(context, { starts_at: iso(starts_at) });
      assert.equal(stop(await driveAndRead(context, monitor, YARD), 0)?.arrived_at, null);
      await context.control.advance(3600 + MAX_PARKED_GAP_SECONDS);
      assert.ok(instant(stop(await read(context, monitor), 0)?.arrived_at) >= starts_at);
    },
  ),
  controls(
    'left while not shared',
    'A truck that left while its location was not shared is detected outside as soon as it is shared again, not before',
    async (context) => {
      const monitor = await driveAndRead(context, await watch(context), YARD);
      const fleet = monitor.fleet_id ?? '';
      await context.control.agreement(fleet, { status: 'paused' });
      const hidden = await driveAndRead(context, monitor, beyond(YARD));
      assert.equal(stop(hidden, 0)?.departed_at, null);
      const shared = await context.now();
      await context.control.agreement(fleet, { status: 'active' });
      await context.control.advance(MAX_PARKED_GAP_SECONDS);
      assert.ok(instant(stop(await read(context, monitor), 0)?.departed_at) >= shared);
    },
  ),
  controls(
    'parked in the yard',
    'A truck still parked in the origin yard at starts_at is recorded as arriving at the origin',
    async (context) => {
      const { id } = await context.vehicle();
      await context.control.drive(id, YARD);
      const monitor = await watch(context);
      await context.control.advance(1800);
      const now = await read(context, monitor);
      assert.ok(stop(now, 0)?.arrived_at);
      assert.equal(stop(now, 0)?.departed_at, null);
    },
  ),
  controls('expired', 'active → expired: current time passes expires_at', async (context) => {
    const expires_at = iso((await context.now()) + 600_000);
    const monitor = await watch(context, { expires_at });
    await context.control.advance(599);
    // Still monitored one second before its end.
    assert.equal((await read(context, monitor)).status, 'active');
    await context.control.advance(2);
    assert.equal((await read(context, monitor)).status, 'expired');
  }),
  controls(
    'expired by default',
    'A monitor without expires_at expires 3 days after starts_at',
    async (context) => {
      const monitor = await watch(context);
      await context.control.advance(3 * 86_400 - 60);
      assert.equal((await read(context, monitor)).status, 'active');
      await context.control.advance(61);
      assert.equal((await read(context, monitor)).status, 'expired');
    },
  ),
  writes('cancelled', 'active → cancelled: the partner cancels; cancelled_at is set', async (context) => {
    const monitor = await watch(context);
    await cancel(context, monitor);
    const now = await read(context, monitor);
    assert.equal(now.status, 'cancelled');
    assert.ok(instant(now.cancelled_at) >= instant(monitor.created_at));
  }),
  ...Object.entries(ENDED).flatMap(([state, end]) => [
    controls(
      `${state} is terminal: pings`,
      `\`${state}\` is terminal: nothing is recorded any more`,
      async (context) => {
        const monitor = await end(context);
        assert.equal(monitor.status, state);
        assert.deepEqual(await driveAndRead(context, monitor, ...COMPLETE_DRIVE), monitor);
      },
    ),
    controls(
      `${state} is terminal: cancelling`,
      `\`${state}\` is terminal: cancelling it is a 409`,
      async (context) => {
        const monitor = await end(context);
        assert.equal((await cancel(context, monitor)).status, 409);
        assert.deepEqual(await read(context, monitor), monitor);
      },
    ),
    controls(
      `${state} is terminal: time`,
      `\`${state}\` is terminal: time passing expires_at changes nothing`,
      async (context) => {
        const monitor = await end(context);
        await context.control.advance((20 * DAY) / 1000);
        assert.deepEqual(await read(context, monitor), monitor);
      },
    ),
  ]),
  controls(
    'agreement lost',
    'Only what a fleet shares is seen: without vehicle_location nothing is recorded',
    async (context) => {
      const monitor = await watch(context);
      await context.control.agreement(monitor.fleet_ref ?? '', { scopes: { vehicle: 'read' } });
      const now = await driveAndRead(context, monitor, YARD, beyond(YARD));
      assert.deepEqual([now.status, now.current_stop_sequence], ['active', 0]);
    },
  ),

  events.controls(
    'arrival and departure for each stop',
    'A monitor produces an arrival and a departure event for each stop, including origin and destination',
    async (context) => {
      const { receiver, group } = await subscribe(context, 'geofence_monitor.*');
      const monitor = await watch(context, { webhook_group_id: group, stops: [circle(FUEL)], name: 'BOL 9' });
      await drive(context, monitor, YARD, beyond(YARD), FUEL, beyond(FUEL), DOCK, beyond(DOCK));
      const events = (await waitForEvents(context, receiver, 7)).map(({ envelope }) => {
        const record = monitorEventRecord.parse(envelope.data[0]);
        return `${envelope.event_name.split('.')[1]} ${record.stop?.sequence ?? ''}`.trim();
      });
      const both = (n: number) => [`stop_arrived ${n}`, `stop_departed ${n}`];
      assert.deepEqual(events.toSorted(), [...both(0), ...both(1), ...both(2), 'completed'].toSorted());
    },
  ),
  events.controls(
    'name on every event',
    "The label from the monitor's name is echoed on every event",
    async (context) => {
      const { receiver, group } = await subscribe(context, 'geofence_monitor.*');
      const monitor = await watch(context, { webhook_group_id: group, name: 'BOL Ü 9' });
      await drive(context, monitor, ...COMPLETE_DRIVE);
      for (const { envelope } of await waitForEvents(context, receiver, 5))
        assert.equal(envelope.data[0]?.name, 'BOL Ü 9');
    },
  ),
  events.controls(
    'subscription of the monitor',
    "Events are delivered to the subscription named by the monitor's webhook_group_id, and to no other",
    async (context) => {
      const other = await subscribe(context, 'geofence_monitor.*');
      const mine = await subscribe(context, 'geofence_monitor.*');
      const monitor = await watch(context, { webhook_group_id: mine.group });
      await drive(context, monitor, ...COMPLETE_DRIVE);
      await waitForEvents(context, mine.receiver, 5);
      assert.equal(other.receiver.received.length, 0);
    },
  ),
  events.controls(
    'event of expiry',
    'geofence_monitor.*: the end of the watch by time is sent (assumed name)',
    async (context) => {
      const { receiver, group } = await subscribe(context, 'geofence_monitor.*');
      await watch(context, { webhook_group_id: group });
      await context.control.advance(4 * 86_400);
      await receiver.have(1);
      assert.deepEqual(receiver.names(), ['geofence_monitor.expired']);
    },
  ),
  events.controls(
    'event of cancelling',
    'geofence_monitor.*: cancelling is sent (assumed name)',
    async (context) => {
      const { receiver, group } = await subscribe(context, 'geofence_monitor.*');
      await cancel(context, await watch(context, { webhook_group_id: group }));
      await receiver.have(1);
      assert.deepEqual(receiver.names(), ['geofence_monitor.cancelled']);
    },
  ),
];
