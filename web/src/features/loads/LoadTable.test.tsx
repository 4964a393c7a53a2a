// @vitest-environment happy-dom

import { cleanup, screen, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { RUNNING_LATE } from '@waypost/triage/testing/states';
import { expect, it } from 'vitest';
import { fullDockTime } from '../../live/dock-time.ts';
import { ago, assignment, HOUR, id, load, NOW, openTriage, stop } from '../../testing/loads.ts';
import { draw } from '../../testing/render.tsx';
import { OTHER_ZONE } from '../../testing/zones.ts';
import { dockTime, ownTime } from '../../ui/time.ts';
import { COLUMNS } from './columns.ts';
import { LoadRow } from './LoadRow.tsx';
import { LoadTableHead, LoadTableRow } from './LoadTable.tsx';

const ROW = { reachable: false, onAction: () => undefined, onMenu: () => undefined };

async function drawRow(change: Partial<BoardLoad>, with_eta = false) {
  const drawn = load(change);
  const row = <LoadTableRow load_id={drawn.load_id} columns={COLUMNS} with_eta={with_eta} {...ROW} />;
  const { container } = await draw(row, { loads: [drawn] });
  return (column: string) => container.querySelector<HTMLElement>(`[data-column="${column}"]`);
}

const passed = { stops: [stop({ estimated_arrival_at: ago(5.5 * HOUR) })], motion: null };
const [estimate] = RUNNING_LATE.predicted_arrivals;
const DISAGREE = { vehicle_assignment: assignment({ agreement: 'disagree' }) };

it.each<[string, Partial<BoardLoad>, string]>([
  ['an exception', RUNNING_LATE, '1 h 30 to 2 h 30 min'],
  [
    'an estimate that is no exception yet',
    { ...RUNNING_LATE, predicted_arrivals: [{ ...estimate, running_late: false }] as never },
    'probably 1 h 30 to 2 h 30 min',
  ],
  ['a passed appointment', passed, '5 h 30 min past appt'],
  ['a passed pickup', { ...passed, vehicle_assignment: null }, '5 h 30 min past pickup'],
  ['a passed appointment of a truck in doubt', { ...passed, ...DISAGREE }, 'passed; arrival unknown'],
  ['an appointment ahead', { stops: [stop({ estimated_arrival_at: ago(-HOUR) })] }, ''],
])(
  'says how overdue a load is, as its row of the list does, without the word of the heading: %s',
  async (_what, change, text) => {
    const cell = await drawRow(change);
    expect(cell('late')?.textContent?.replaceAll('\u00a0', ' ')).toBe(text);
  },
);

it("says the appointment in the dock's time, and the person's own on hover", async () => {
  const at = ago(-HOUR);
  const cell = await drawRow({ stops: [stop({ estimated_arrival_at: at })], stop_zones: { 0: OTHER_ZONE } });
  const time = within(cell('arrival') as HTMLElement).getByText(dockTime(at, NOW, OTHER_ZONE));
  expect(time.title).toBe(`Planned: ${fullDockTime(at, NOW, OTHER_ZONE)}`);
  expect(time.title).toMatch(/your time\)$/);
});

it("says the person's own time of an appointment in a row of the list on hover, and to screen readers", async () => {
  const at = ago(-HOUR);
  const due = load({ stops: [stop({ estimated_arrival_at: at })], stop_zones: { 0: OTHER_ZONE } });
  const row = <LoadRow {...ROW} load_id={due.load_id} form="comfortable" with_cause />;
  await draw(row, { loads: [due] });
  const own = ownTime(at, NOW, OTHER_ZONE);
  expect(screen.getByTitle(`Appt ${own}`).textContent).toBe(
    `Appt ${dockTime(at, NOW, OTHER_ZONE)} (appt ${own})`,
  );
});

it('says until when an exception is quiet because of an ETA by phone, and that one is closed', async () => {
  const by = { sub: 'ann', name: 'Ann' };
  const dispatcher_eta = { stop_sequence: 0, at: ago(-2 * HOUR), by, set_at: ago(0) };
  const quiet = await drawRow({
    ...RUNNING_LATE,
    dispatcher_eta,
    triage: openTriage({ cause: 'late_known' }),
  });
  expect(quiet('owner')?.textContent).toMatch(/Quiet to \d\d:\d\d/);
  cleanup();
  const closed = { reason: 'known', by_name: 'Ann', at: ago(0) } as const;
  const known = await drawRow({
    tracking_health: 'stale',
    motion: null,
    triage: openTriage({ cause: 'stale', closed }),
  });
  expect(known('health')?.textContent).toContain('Closed: No recent pings');
});

it('says our estimate beside the appointment, and only its column says how late that is', async () => {
  const cell = await drawRow(RUNNING_LATE);
  expect(cell('eta')?.textContent).toMatch(/^\d\d:\d\d to \d\d:\d\d \S+$/);
  expect(cell('eta')?.querySelector('span')?.title).toMatch(/^ETA .*\. Our estimate: /);
});

it.each([false, true])(
  'says no estimate of a truck in doubt: a column has no room for the doubt',
  async (below) => {
    const cell = await drawRow({ ...RUNNING_LATE, ...DISAGREE }, below);
    expect(cell('eta')?.textContent ?? '').toBe('');
    expect((cell('arrival')?.textContent ?? '') + cell('late')?.textContent).not.toContain('ETA');
  },
);

it('says that an ETA by phone has passed, before our estimate, and without a column for both in place of it', async () => {
  const by = { sub: 'ann', name: 'Ann' };
  const dispatcher_eta = { stop_sequence: 0, at: ago(60_000), by, set_at: ago(HOUR) };
  const cell = await drawRow({ ...RUNNING_LATE, dispatcher_eta });
  expect(cell('eta')?.textContent).toMatch(/^\d\d:\d\d \S+ passed, \d\d:\d\d to \d\d:\d\d \S+$/);
  expect(cell('eta')?.querySelector('span')?.title).toMatch(/Ann.*'s ETA .* passed\..* Our estimate: /);
  cleanup();
  const below = await drawRow({ ...RUNNING_LATE, dispatcher_eta }, true);
  expect(below('arrival')?.textContent).toMatch(/ETA \d\d:\d\d passed$/);
  cleanup();
  const doubted = await drawRow({ ...RUNNING_LATE, ...DISAGREE, dispatcher_eta });
  expect(doubted('eta')?.textContent).toMatch(/^\d\d:\d\d \S+ passed$/);
});

it('says the ETA by phone of a later stop with its stop, where nothing is known of the next one', async () => {
  const by = { sub: 'ann', name: 'Ann' };
  const dispatcher_eta = { stop_sequence: 1, at: ago(-2 * HOUR), by, set_at: ago(0) };
  const stops = [
    stop({ id: id(31), sequence: 0, estimated_arrival_at: ago(-HOUR) }),
    stop({ id: id(32), sequence: 1, name: 'Tulsa DC', estimated_arrival_at: ago(-3 * HOUR) }),
  ];
  const cell = await drawRow({ stops, dispatcher_eta });
  expect(cell('eta')?.textContent).toMatch(/^\d\d:\d\d \S+ to Tulsa DC$/);
  cleanup();
  const below = await drawRow({ stops, dispatcher_eta }, true);
  expect(below('late')?.textContent).toBe('');
});

it('where our estimate has no column, says it below the appointment of a late load', async () => {
  const cell = await drawRow(RUNNING_LATE, true);
  expect(cell('arrival')?.textContent).toMatch(/ETA \d\d:\d\d to \d\d:\d\d$/);
  expect(cell('late')?.textContent).not.toContain('ETA');
});

it('where our estimate has no column, says it as the lateness of a load that is not late', async () => {
  const stops = RUNNING_LATE.stops.map((one) => ({ ...one, estimated_arrival_at: ago(-20 * HOUR) }));
  const predicted_arrivals = [{ ...estimate, running_late: false }] as never;
  const cell = await drawRow({ ...RUNNING_LATE, stops, predicted_arrivals }, true);
  expect(cell('late')?.textContent).toMatch(/^ETA \d\d:\d\d to \d\d:\d\d$/);
  expect(cell('arrival')?.textContent).not.toContain('ETA');
});

it('counts the age of a position from when it was read where the clock of its device is ahead', async () => {
  const clock_ahead_seconds = 360;
  const ahead = await drawRow({
    last_position: { ...load().last_position, occurred_at: ago(-5 * 60_000) } as never,
    clock_ahead_seconds,
  });
  expect(ahead('age')?.textContent).toBe('over 1 min');
  cleanup();
  // Five minutes later the position does not become new.
  const later = await drawRow({
    last_position: { ...load().last_position, occurred_at: ago(0) } as never,
    clock_ahead_seconds,
  });
  expect(later('age')?.textContent).toBe('over 6 min');
});

it('marks a column as sorted only where the order is that of a column', async () => {
  const head = (sort: string | null) => (
    <LoadTableHead columns={COLUMNS} sort={sort} onSort={() => undefined} />
  );
  const { rerender } = await draw(head('worst'));
  const marked = () => document.querySelector('[aria-sort="ascending"]')?.textContent;
  expect(marked()).toBe('Cause or health ↑');
  rerender(head(null));
  expect(marked()).toBeUndefined();
});

it('says the appointment of the pickup while no truck is assigned, as the list does', async () => {
  const [pickup, next] = [ago(HOUR), ago(-HOUR)];
  const stops = [
    stop({ estimated_arrival_at: pickup }),
    stop({ id: id(2), sequence: 1, estimated_arrival_at: next }),
  ];
  const cell = await drawRow({ stops, tracking_health: 'unassigned', vehicle_assignment: null });
  expect(cell('arrival')?.querySelector('time')?.dateTime).toBe(pickup);
});

const snoozed = openTriage({ cause: 'disagree', snooze: { until: null, by_name: 'Ann', at: ago(0) } });
it.each<[string, Partial<BoardLoad>, string]>([
  ['open', DISAGREE, 'Possible wrong truck'],
  ['snoozed', { ...DISAGREE, triage: snoozed }, 'Possible wrong truck'],
  [
    'not an exception yet',
    {
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      stops: [stop({ estimated_arrival_at: ago(-9 * HOUR) })],
    },
    'No truck assigned yet',
  ],
])('names a cause as the list does while it is %s', async (_when, change, title) => {
  const cell = await drawRow(change);
  expect(cell('health')?.textContent).toBe(title);
});

it.each([
  ['Target DC 3865, Amsterdam, NY', 'Amsterdam, NY'],
  ['Target DC 3865 - Salt Lake City, UT', 'Salt Lake City, UT'],
  ['Walmart DC Las Vegas, NV', 'Las Vegas, NV'],
])('keeps the city and state of %s apart, so that the facility is cut first', async (name, city) => {
  const at = stop({ name, estimated_arrival_at: ago(-HOUR) });
  const due = load({
    stops: [at, stop({ id: id(2), sequence: 1, name: 'Denver DC 5', estimated_arrival_at: ago(-3 * HOUR) })],
  });
  await draw(<LoadRow {...ROW} load_id={due.load_id} form="comfortable" with_cause />, { loads: [due] });
  expect(screen.getByText(city).parentElement?.textContent).toBe(`Pickup: ${name}`);
  expect(screen.getByText('Denver DC 5').parentElement?.textContent).toBe('→\u00a0Denver DC 5');
});

it.each(
  (['comfortable', 'compact', 'narrow'] as const).flatMap((form) =>
    [true, false].map((with_cause) => ({ form, with_cause })),
  ),
)('names the fleet once, after the unit: $form, with its cause: $with_cause', async (row) => {
  const late = load(RUNNING_LATE);
  await draw(<LoadRow {...ROW} {...row} load_id={late.load_id} />, { loads: [late] });
  expect(screen.getByText('Ironwood Transport').parentElement?.previousElementSibling?.textContent).toMatch(
    /1187/,
  );
});

it('keeps the town that a truck is near apart from its distance, which is cut first', async () => {
  const due = load({});
  await draw(<LoadRow {...ROW} load_id={due.load_id} form="comfortable" with_cause />, { loads: [due] });
  expect(screen.getByText('Amarillo, TX').parentElement?.textContent).toBe('12 mi W of Amarillo, TX');
});

it('still says that the truck may be the wrong one when an ETA by phone is late', async () => {
  const by = { sub: 'maria', name: 'Maria Ruiz' };
  const due = load({
    ...DISAGREE,
    triage: snoozed,
    stops: [stop({ estimated_arrival_at: ago(-HOUR) })],
    dispatcher_eta: { stop_sequence: 0, at: ago(-3 * HOUR), by, set_at: ago(0) },
  });
  await draw(<LoadRow {...ROW} load_id={due.load_id} form="comfortable" with_cause />, { loads: [due] });
  expect(screen.getByText('Possible wrong truck')).toBeDefined();
  expect(screen.getByText('2 h late')).toBeDefined();
});

it('shortens the id of a load without a number to its ends, whole on hover', async () => {
  const cell = await drawRow({ load_ref: null, load_id: '7d4e2fde-de0e-430e-ba79-c71a28f08f31' });
  expect(cell('ref')?.textContent).toBe('7d4e2fde…8f31');
  expect(within(cell('ref') as HTMLElement).getByTitle('7d4e2fde-de0e-430e-ba79-c71a28f08f31')).toBeDefined();
});

it.each([
  ['critical', { late: 15, high: 60, critical: 120 }],
  ['watch', { late: 15, high: 600, critical: 900 }],
] as const)(
  'marks a late load as %s, not with the color of a truck that reports',
  async (band, late_limits) => {
    const cell = await drawRow({ ...RUNNING_LATE, late_limits });
    const word = within(cell('health') as HTMLElement).getByText('Running late');
    expect(word.closest('[data-band]')?.getAttribute('data-band')).toBe(band);
  },
);

it('keeps the end of a long reference, and the whole in the hint', async () => {
  const load_ref = `PO ${'4500 '.repeat(14)}7701-B`;
  const long = load({ load_ref });
  const row = <LoadRow {...ROW} load_id={long.load_id} form="comfortable" with_cause />;
  await draw(row, { loads: [long] });
  const whole = screen.getByText(load_ref);
  expect(whole.closest<HTMLElement>('[title]')?.title).toMatch(load_ref);
  const parts = [...(whole.parentElement?.querySelectorAll('[aria-hidden]') ?? [])].map(
    (part) => part.textContent ?? '',
  );
  expect(parts.join('')).toBe(load_ref);
  expect(parts[1]).toMatch(/7701-B$/);
  expect(parts[1]?.length).toBe(8);
});
