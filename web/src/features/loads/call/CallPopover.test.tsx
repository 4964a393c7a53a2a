// @vitest-environment happy-dom

import { act, cleanup, screen, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Contact } from '@waypost/contract/api/contacts';
import type { PresenceItem } from '@waypost/contract/api/presence';
import type { TriageAct } from '@waypost/contract/api/triage';
import { afterEach, describe, expect, it } from 'vitest';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, openTriage, stop } from '../../../testing/loads.ts';
import { type Answers, draw, leaveToSignIn, type Setup } from '../../../testing/render.tsx';
import { OTHER_ZONE } from '../../../testing/zones.ts';
import { dockTime, personZone } from '../../../ui/time.ts';
import { toasts } from '../../../ui/toasts.ts';
import { toWall } from '../../../ui/zoned.ts';
import { CallHost } from './CallHost.tsx';
import { callPopover } from './call.ts';

const FLEET = { fleet_id: id(700), fleet_ref: 'F-1', name: 'High Plains', phone: null, email: null };
const contact = (name: string, phone: string | null, is_primary = false): Contact => ({
  contact_id: id(name.length),
  fleet_id: FLEET.fleet_id,
  name,
  role: null,
  phone,
  email: null,
  is_primary,
  created_at: ago(0),
  updated_at: ago(0),
  updated_by_name: 'Ada',
});
const STOPS = [
  stop({ id: id(1), sequence: 0, estimated_arrival_at: ago(HOUR), arrived_at: ago(HOUR) }),
  stop({ id: id(2), sequence: 1, name: 'Denver DC 5', estimated_arrival_at: ago(-2 * HOUR) }),
];

interface Opened extends Pick<Setup, 'roles' | 'loads'> {
  readonly change?: Partial<BoardLoad>;
  readonly contacts?: readonly Contact[];
  readonly answers?: Answers;
  readonly presence?: readonly PresenceItem[];
  /** Keys pressed before the popover is drawn. */
  readonly typed?: string;
}

/** A truck of its own for each test, because contacts are cached by truck. */
let trucks = 0;

async function open({ change, contacts, answers, presence, loads = [], typed = '', ...setup }: Opened = {}) {
  trucks += 1;
  const { vehicle } = assignment();
  const vehicle_assignment = assignment({ vehicle: { ...vehicle, id: id(5_000 + trucks) } });
  const called = load({ triage: openTriage(), stops: STOPS, vehicle_assignment, ...change });
  const acts: TriageAct[] = [];
  const people = contacts ?? [contact('Joe', '+1 806 555 0142 x12', true), contact('Alice', '806 555 0100')];
  const shown = { body: { fleet: FLEET, contacts: people } };
  const drawn = await draw(<CallHost />, {
    ...setup,
    loads: [called, ...loads],
    answers: {
      [`GET /api/loads/${id(1)}/contacts`]: shown,
      'PUT /api/presence': { status: 204 },
      'POST /api/triage/acts': (init) => {
        acts.push((JSON.parse(String(init.body)) as { act: TriageAct }).act);
        return { body: { act_id: id(61), done: [id(1)], changed: [id(1)], refused: [] } };
      },
      ...answers,
    },
  });
  act(() => drawn.live.changes.publish('presence', { items: [...(presence ?? [])] }));
  act(() => {
    callPopover.open(id(1), { x: 0, y: 0 });
    for (const key of typed)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  await drawn.frame();
  await screen.findByRole('dialog');
  const presences = () =>
    drawn.asked.mock.calls
      .filter(([path]) => path === '/api/presence')
      .map(([, init]) => JSON.parse(String(init.body)) as object);
  const isOpen = () => screen.queryByRole('dialog') !== null;
  return { ...drawn, acts, isOpen, shown, presences };
}

afterEach(async () => {
  act(() => callPopover.close());
  cleanup();
  // The end of the presence is sent in a task.
  await new Promise((then) => setTimeout(then));
});

const inMinutes = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();

it('keeps number and note of a call whose load a colleague removes, and says that it cannot be logged', async () => {
  const { user, live, acts, isOpen } = await open();
  await user.type(await screen.findByLabelText('Note (optional)'), 'Gate 4');
  act(() => {
    live.store.apply({ items: [], removed: [id(1)] });
    live.store.flush();
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This load has left the board');
  expect(isOpen()).toBe(true);
  expect(screen.getByText('+1 806 555 0142 ext. 12')).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('Gate 4');
  const reached = screen.getByRole<HTMLButtonElement>('button', { name: /^Reached/ });
  expect(reached.disabled).toBe(true);
  reached.focus();
  await user.keyboard('m');
  expect(acts).toEqual([]);
});

describe('the call popover', () => {
  it('shows the numbers, the primary one first and focused, so that Enter dials', async () => {
    await open();
    const links = await screen.findAllByRole('link', { name: /^Call / });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'tel:+18065550142;ext=12',
      'tel:8065550100',
    ]);
    expect(document.activeElement).toBe(links[0]);
  });

  it.each([
    ['r', { kind: 'call', outcome: 'reached', take: true }],
    ['m', { kind: 'call', outcome: 'left_message', snooze_until: inMinutes(30), take: true }],
    ['b', { kind: 'call', outcome: 'will_call_back', snooze_until: inMinutes(60), take: true }],
  ])('logs an outcome by the key %s with its usual snooze, and closes', async (key, logged) => {
    const { user, acts, isOpen, frame } = await open();
    await screen.findAllByRole('link', { name: /^Call / });
    await user.keyboard(key);
    await frame();
    expect(acts).toEqual([logged]);
    expect(isOpen()).toBe(false);
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
  });

  it('keeps an ETA and a number that were typed when the session ends', async () => {
    const page = await open({ contacts: [] });
    await page.user.type(await screen.findByLabelText('Phone number'), '806 555');
    await page.user.click(screen.getByRole('button', { name: /^ETA/ }));
    const field = await screen.findByLabelText(/^ETA at/);
    await page.user.clear(field);
    await page.user.type(field, '10:15');
    act(() => callPopover.close());
    trucks -= 1;
    leaveToSignIn(page);
    await open({ contacts: [] });
    expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('806 555');
    expect(screen.getByLabelText<HTMLInputElement>(/^ETA at/).value).toContain('10:15');
  });

  it('begins with the ETA that was typed while it was loading, and logs nothing else unseen', async () => {
    const { user, acts, frame } = await open({ typed: 'e23:40' });
    const field = await screen.findByLabelText<HTMLInputElement>(/^ETA at Denver DC 5/);
    expect(field.value).toContain('23:40');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Enter}');
    await frame();
    expect(acts).toMatchObject([{ outcome: 'eta', eta: { stop_sequence: 1 } }]);
    act(() => callPopover.close());
    cleanup();
    const again = await open({ typed: 'r' });
    await screen.findAllByRole('link', { name: /^Call / });
    expect(again.acts).toEqual([]);
    expect(again.isOpen()).toBe(true);
  });

  it('says what one has to know while talking: why, truck, place, stop and appointment, also in the time of the dock', async () => {
    const place = {
      name: 'Amarillo',
      region: 'TX',
      country: 'US',
      distance_meters: 19_000,
      direction: 'W' as const,
    };
    await open({
      change: { tracking_health: 'stale', place, stop_zones: { 1: OTHER_ZONE } },
    });
    expect(screen.getByRole('dialog').textContent).toMatch(/Call the carrier of .*: \S/);
    const at = screen.getByRole('list', { name: 'At a glance' });
    expect(at.textContent).toMatch(/12 mi W of Amarillo, TX/);
    expect(at.textContent).toContain(`Denver DC 5Appt ${dockTime(inMinutes(120), NOW, OTHER_ZONE)}`);
    expect(at.textContent).toMatch(/\(appt .* your time\)/);
  });

  it('logs the note and the chosen snooze with the outcome, by click', async () => {
    const { user, acts, frame } = await open();
    await user.type(screen.getByLabelText('Note (optional)'), 'mrbe: gate 4');
    await user.selectOptions(screen.getByLabelText('Snooze'), 'Until something changes');
    await user.click(screen.getByRole('button', { name: /^Reached/ }));
    await frame();
    expect(acts).toEqual([
      { kind: 'call', outcome: 'reached', text: 'mrbe: gate 4', snooze_until: null, take: true },
    ]);
  });

  it.each([
    ['no snooze when it is on time', 0, undefined],
    ['a snooze until then when it is late', 90, inMinutes(210)],
  ])(
    'logs the ETA at the next open stop, with %s, and says so before',
    async (_what, late_minutes, snooze_until) => {
      const { user, acts, frame } = await open();
      await screen.findAllByRole('link', { name: /^Call / });
      await user.keyboard('e');
      const field = await screen.findByLabelText(/^ETA at Denver DC 5/);
      expect(screen.queryByLabelText('Stop')).toBeNull();
      // Enter without a time logs nothing that nobody said.
      await user.type(field, '{Enter}');
      expect(acts).toEqual([]);
      expect(screen.getByText('Snooze until the ETA, none if it is on time')).toBeDefined();
      const at = inMinutes(120 + late_minutes);
      await user.type(field, toWall(at, personZone()).slice(11));
      const said = snooze_until ? `Snooze until ${dockTime(at, NOW, null)}` : 'No snooze';
      expect(screen.getByText(said, { selector: 'p' })).toBeDefined();
      await user.keyboard('{Enter}');
      await frame();
      expect(acts).toEqual([
        {
          kind: 'call',
          outcome: 'eta',
          eta: { stop_sequence: 1, at },
          take: true,
          ...(snooze_until !== undefined && { snooze_until }),
        },
      ]);
    },
  );

  it.each([
    ['is ahead', 120, inMinutes(120)],
    ['has passed', -5, undefined],
  ])(
    'snoozes a truck in doubt at most to its appointment, and says that it is: it %s',
    async (_when, appointment, snooze_until) => {
      const stops = [
        stop({ id: id(2), sequence: 1, name: 'Denver DC 5', estimated_arrival_at: inMinutes(appointment) }),
      ];
      const { user, acts, frame } = await open({
        change: { stops, same_truck_loads: [{ load_id: id(9), load_ref: null }] },
      });
      await screen.findAllByRole('link', { name: /^Call / });
      await user.keyboard('e');
      const field = await screen.findByLabelText(/^ETA at Denver DC 5/);
      await user.clear(field);
      await user.type(field, '+4h{Enter}');
      await frame();
      expect(acts).toMatchObject([{ outcome: 'eta', eta: { at: inMinutes(240) } }]);
      expect((acts[0] as { snooze_until?: string }).snooze_until).toBe(snooze_until);
      expect(toasts.get().at(-1)?.title).toMatch(/^Call logged for \S+: ETA .*\d\d:\d\d/);
      expect(toasts.get().map(({ text }) => text)).toContain(
        'One truck on several loads: check that the ETA is for the right one.',
      );
    },
  );

  it('takes the load only when nobody has it, and says so before', async () => {
    const owner = { sub: 'ann', name: 'Ann' };
    const { user, acts, frame } = await open({ change: { triage: openTriage({ owner }) } });
    await screen.findAllByRole('link', { name: /^Call / });
    expect(screen.queryByText('Logging the call takes this load.')).toBeNull();
    await user.keyboard('r');
    await frame();
    expect(acts).toEqual([{ kind: 'call', outcome: 'reached' }]);
    cleanup();
    await open();
    expect(screen.getByText('Logging the call takes this load.')).toBeTruthy();
  });

  it('takes an ETA in the zone of the stop, and none in the past', async () => {
    const zone = 'Pacific/Auckland';
    const { user, acts, frame } = await open({ change: { stop_zones: { 1: zone } } });
    await screen.findAllByRole('link', { name: /^Call / });
    await user.keyboard('e');
    const field = await screen.findByLabelText(/^ETA at Denver DC 5, (GMT\+13|NZDT)/);
    await user.clear(field);
    await user.type(field, '2020-01-01 10:00{Enter}');
    expect(await screen.findByText(/^Choose a time in the future, e\.g\. /)).toBeDefined();
    expect(acts).toEqual([]);
    await user.clear(field);
    await user.type(field, `${toWall(NOW + HOUR, zone).replace('T', ' ')}{Enter}`);
    await frame();
    expect(acts).toMatchObject([{ eta: { at: inMinutes(60) } }]);
  });

  it.each([
    ['945', '2026-11-21T09:45', 'Nov 21, 09:45'],
    ['1420', '2026-11-21T14:20', 'Nov 21, 14:20'],
    ['2345', '2026-11-20T23:45', 'Nov 20, 23:45'],
    ['+2h', '2026-11-20T22:30', 'Nov 20, 22:30'],
  ])(
    'takes the ETA %s in the evening as the time ahead, and shows its day before it is logged',
    async (typed, at, shown) => {
      // 20:30 in the zone of the stop.
      const { user, acts, frame } = await open({ change: { stop_zones: { 1: 'UTC' } } });
      await screen.findAllByRole('link', { name: /^Call / });
      await user.keyboard('e');
      const field = await screen.findByLabelText(/^ETA at Denver DC 5, UTC/);
      await user.clear(field);
      await user.type(field, typed);
      expect(screen.getByText(shown)).toBeDefined();
      await user.keyboard('{Enter}');
      await frame();
      expect(acts).toMatchObject([{ eta: { at: `${at}:00.000Z` } }]);
    },
  );

  it('says what can be typed as an ETA', async () => {
    const { user, acts } = await open();
    await screen.findAllByRole('link', { name: /^Call / });
    await user.keyboard('e');
    const field = await screen.findByLabelText(/^ETA at Denver DC 5/);
    await user.clear(field);
    await user.type(field, 'soon{Enter}');
    expect(await screen.findByText('Enter a time, e.g. 14:30, 2:30p, in 3h, Sat 8am')).toBeDefined();
    expect(acts).toEqual([]);
  });

  it('does not snooze without an open exception', async () => {
    const { user, acts, frame } = await open({ change: { triage: null } });
    await screen.findAllByRole('link', { name: /^Call / });
    expect(screen.queryByLabelText('Snooze')).toBeNull();
    await user.keyboard('m');
    await frame();
    expect(acts).toEqual([{ kind: 'call', outcome: 'left_message' }]);
  });

  it('keeps what was typed when the call cannot be logged, and when it is opened again', async () => {
    const body = { code: 503, message: 'Down', detail: null, reason: 'internal' };
    const { user, isOpen, frame, unmount } = await open({
      answers: { 'POST /api/triage/acts': { status: 503, body } },
    });
    await user.type(screen.getByLabelText('Note (optional)'), 'Gate 4');
    await user.click(screen.getByRole('button', { name: /^Left message/ }));
    await frame();
    expect(isOpen()).toBe(true);
    act(() => callPopover.close());
    unmount();
    await open();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('Gate 4');
  });

  it('keeps an outcome that was not confirmed, over closing, and sends it again as the same call', async () => {
    const ids: string[] = [];
    let away = true;
    const { user, frame, isOpen } = await open({
      answers: {
        'POST /api/triage/acts': (init) => {
          ids.push((JSON.parse(String(init.body)) as { act_id: string }).act_id);
          if (away) return { status: 504, body: { code: 504, message: 'No answer', reason: 'internal' } };
          return { body: { act_id: id(61), done: [id(1)], changed: [id(1)], refused: [] } };
        },
      },
    });
    await user.click(screen.getByRole('button', { name: /^Left message/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('"Left message" is not confirmed');
    act(() => callPopover.close());
    await frame();
    act(() => callPopover.open(id(1), { x: 0, y: 0 }));
    away = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await frame();
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
    expect(isOpen()).toBe(false);
  });

  it('shows the numbers of the fleet without a connection, when another load of it was called before', async () => {
    const fleet = { fleet_id: id(701), name: 'Granite Spur', fleet_ref: null };
    const contacts = { fleet: { ...FLEET, ...fleet }, contacts: [contact('Sam', '806 555 0199')] };
    const other = load({ load_id: id(2), fleet, vehicle_assignment: assignment() });
    const { frame } = await open({
      change: { fleet },
      loads: [other],
      answers: {
        [`GET /api/loads/${id(2)}/contacts`]: { body: contacts },
        [`GET /api/loads/${id(1)}/contacts`]: {
          status: 403,
          body: { code: 403, message: 'No connection', reason: 'internal' },
        },
      },
    });
    expect(await screen.findByText(/Couldn't load contacts/)).toBeDefined();
    act(() => callPopover.open(id(2), { x: 0, y: 0 }));
    await screen.findByRole('link', { name: /^Call Sam/ });
    act(() => callPopover.open(id(1), { x: 0, y: 0 }));
    await frame();
    expect(await screen.findByRole('link', { name: /^Call Sam/ })).toBeDefined();
    expect(screen.queryByText(/Couldn't load contacts/)).toBeNull();
  });

  it('adds a number in place, by one field, as a contact with a free name', async () => {
    const added: object[] = [];
    const { user, frame, shown } = await open({
      contacts: [contact('Dispatch', null)],
      answers: {
        'POST /api/contacts': (init) => {
          added.push(JSON.parse(String(init.body)) as object);
          shown.body.contacts = [contact('Dispatch 2', '+1 806 555 0177')];
          return { status: 201, body: contact('Dispatch 2', '+1 806 555 0177') };
        },
      },
    });
    const field = await screen.findByLabelText('Phone number');
    expect(document.activeElement).toBe(field);
    await user.type(field, '12{Enter}');
    expect(await screen.findByText(/^Number must be a phone number/)).toBeDefined();
    await user.clear(field);
    await user.type(field, '+1 806 555 0177{Enter}');
    await frame();
    expect(added).toEqual([
      { fleet_id: FLEET.fleet_id, name: 'Dispatch 2', phone: '+1 806 555 0177', is_primary: false },
    ]);
    expect((await screen.findByRole('link', { name: /^Call Dispatch 2/ })).getAttribute('href')).toBe(
      'tel:+18065550177',
    );
  });

  it('logs by key from the field of a number while that is empty, and says so', async () => {
    const { user, acts, frame } = await open({ contacts: [] });
    const field = await screen.findByLabelText<HTMLInputElement>('Phone number');
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('While it is empty, the keys of the buttons log the call.')).toBeDefined();
    await user.keyboard('806 m');
    expect(field.value).toBe('806 m');
    expect(acts).toEqual([]);
    await user.clear(field);
    await user.keyboard('m');
    await frame();
    expect(acts).toMatchObject([{ outcome: 'left_message' }]);
  });

  it('takes an ETA by key when no number is known', async () => {
    const { user, acts, frame } = await open({ contacts: [] });
    await screen.findByLabelText('Phone number');
    await user.keyboard('e');
    const field = await screen.findByLabelText(/^ETA at Denver DC 5/);
    expect(document.activeElement).toBe(field);
    await user.keyboard('+2h{Enter}');
    await frame();
    expect(acts).toMatchObject([{ outcome: 'eta', eta: { at: inMinutes(120) } }]);
  });

  it.each([
    ['without a truck', { vehicle_assignment: null }, /^No truck assigned, so the carrier is unknown/],
    ['with a truck of an unknown fleet', {}, /^We don't know yet which fleet/],
  ])('keeps a number with a load %s, and logs the call', async (_what, change, why) => {
    const kept: object[] = [];
    const carrier_phone = { phone: '+1 806 555 0177', by_name: 'Ann', at: ago(0) };
    const item = load({ triage: openTriage(), stops: STOPS, version: 9, ...change, carrier_phone });
    const { user, acts, frame } = await open({
      change,
      answers: {
        [`GET /api/loads/${id(1)}/contacts`]: { body: { fleet: null, contacts: [] } },
        [`PUT /api/loads/${id(1)}/carrier-phone`]: (init) => {
          kept.push(JSON.parse(String(init.body)) as object);
          return { body: item };
        },
      },
    });
    expect(await screen.findByText(why)).toBeDefined();
    const field = await screen.findByLabelText('Phone number');
    expect(document.activeElement).toBe(field);
    await user.type(field, '+1 806 555 0177{Enter}');
    await frame();
    expect(kept).toEqual([{ phone: '+1 806 555 0177' }]);
    const link = await screen.findByRole('link', { name: /^Call Carrier of this load/ });
    expect(link.getAttribute('href')).toBe('tel:+18065550177');
    expect(screen.getByRole('button', { name: 'Change number' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Reached/ }));
    await frame();
    expect(acts).toEqual([{ kind: 'call', outcome: 'reached', take: true }]);
  });

  it('shows who called last about the load, and who called its fleet in the last 10 minutes', async () => {
    const call = (by_name: string, minutes: number) =>
      ({ outcome: 'left_message', by_name, at: ago(minutes * MINUTE), text: null }) as const;
    await open({
      change: { last_call: { ...call('Ann', 12), text: 'Try Joe' } },
      loads: [
        load({ load_id: id(2), load_ref: 'LD-2', last_call: call('Bob', 4) }),
        load({ load_id: id(3), load_ref: 'LD-3', last_call: call('Cy', 11) }),
      ],
    });
    expect(screen.getByText(/^Last call: Left message by .*Ann.*, 12 min ago/).textContent).toContain(
      'Try Joe',
    );
    expect(await screen.findByText(/Bob.* left a message 4 min ago \(.*LD-2.*\)/)).toBeDefined();
    expect(screen.queryByText(/Cy/)).toBeNull();
  });

  it('hides the numbers while somebody else is calling the fleet, until asked', async () => {
    const item = { sub: 'ann', name: 'Ann', load_id: id(2), calling: true, since: ago(MINUTE) };
    const other = load({ load_id: id(2), load_ref: 'LD-48213' });
    const setup = { presence: [item], loads: [other] };
    const { user, frame, presences } = await open(setup);
    expect(await screen.findByText(/Ann.* is calling .*High Plains.* now \(.*LD-48213.*\)/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Call / })).toBeNull();
    expect(presences().at(-1)).toMatchObject({ calling: false });
    await user.click(screen.getByRole('button', { name: 'Show numbers anyway' }));
    await frame();
    expect(await screen.findAllByRole('link', { name: /^Call / })).toHaveLength(2);
    expect(presences().at(-1)).toMatchObject({ calling: true });
  });

  it('keeps the numbers when somebody else begins to call', async () => {
    const { live, frame } = await open();
    await screen.findAllByRole('link', { name: /^Call / });
    const item = { sub: 'ann', name: 'Ann', load_id: id(1), calling: true, since: ago(0) };
    act(() => live.changes.publish('presence', { items: [item] }));
    await frame();
    expect(screen.getByText(/Ann.* is calling/)).toBeDefined();
    expect(screen.getAllByRole('link', { name: /^Call / })).toHaveLength(2);
  });

  it('tells others that the carrier is being called, and ends that when it closes', async () => {
    const { presences } = await open();
    await screen.findAllByRole('link', { name: /^Call / });
    expect(presences().at(-1)).toMatchObject({ load_id: id(1), calling: true });
    act(() => callPopover.close());
    await new Promise((then) => setTimeout(then));
    expect(presences().at(-1)).toMatchObject({ load_id: null, calling: false });
  });

  it('shows a viewer the numbers and the last call, and why nothing can be logged', async () => {
    const { user, acts, presences } = await open({ roles: ['viewer'] });
    await screen.findAllByRole('link', { name: /^Call / });
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toMatch(/You can't log a call\. View-only access/);
    expect(within(dialog).queryByRole('button', { name: /^Reached/ })).toBeNull();
    await user.keyboard('r');
    expect(acts).toEqual([]);
    expect(presences().at(-1)).toMatchObject({ calling: false });
  });

  it('clears the ETA that somebody has learned', async () => {
    const dispatcher_eta = {
      stop_sequence: 1,
      at: inMinutes(60),
      by: { sub: 'maria', name: 'Maria Ruiz' },
      set_at: ago(MINUTE),
    };
    const { user, acts, frame } = await open({ change: { dispatcher_eta } });
    expect(screen.getByText(/^ETA .*Maria.* at Denver DC 5$/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear ETA' }));
    await frame();
    expect(acts).toEqual([{ kind: 'clear_eta' }]);
  });
});
