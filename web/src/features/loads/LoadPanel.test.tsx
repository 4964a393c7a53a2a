// @vitest-environment happy-dom

import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { identifiersSent, lostTruck, noTruck, RUNNING_LATE } from '@waypost/triage/testing/states';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { agreementOf } from '../../testing/agreements.ts';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, openTriage, stop } from '../../testing/loads.ts';
import { loadMonitor } from '../../testing/monitors.ts';
import { type Answers, draw, type Setup } from '../../testing/render.tsx';
import { OTHER_ZONE } from '../../testing/zones.ts';
import { prefs } from '../../ui/prefs.ts';
import { shortDateTime } from '../../ui/time.ts';
import { toasts } from '../../ui/toasts.ts';
import { callPopover, useCallRequest } from './call/call.ts';
import { LoadPanel, updateText } from './LoadPanel.tsx';

const detail = (board_load: BoardLoad) => ({
  ...board_load,
  next_read_at: ago(-3_000),
  trail: [{ latitude: 1, longitude: 2, occurred_at: ago(HOUR) }],
});
const missing = {
  status: 404,
  body: { code: 404, message: 'This load is not on the board', detail: null, reason: 'not_found' },
};

function open(board_load: BoardLoad, more: { answers?: Answers; setup?: Setup } = {}) {
  const handlers = { onClose: vi.fn(), onTrail: vi.fn(), onAction: vi.fn() };
  const answers = {
    [`GET /api/loads/${board_load.load_id}/triage`]: { body: { items: [] } },
    [`GET /api/loads/${board_load.load_id}/raw`]: { body: { raw: { more: 1 } } },
    [`GET /api/loads/${board_load.load_id}/contacts`]: { body: { fleet: null, contacts: [] } },
    [`GET /api/loads/${board_load.load_id}`]: { body: detail(board_load) },
    ...more.answers,
  };
  return draw(
    <WithQueries client={makeQueryClient(0)}>
      <LoadPanel
        load_id={board_load.load_id}
        takeFocus={false}
        withHistory={false}
        onHistory={() => undefined}
        {...handlers}
      />
    </WithQueries>,
    {
      loads: [board_load],
      ...more.setup,
      answers,
    },
  ).then((drawn) => ({ ...drawn, ...handlers }));
}
const archivedAs = (board_load: BoardLoad) => ({
  load_id: board_load.load_id,
  load_ref: 'LD-48213',
  reason: 'removed',
  since: null,
  archived_at: ago(HOUR),
  archived_by_name: 'Dana',
  watched_at: ago(9 * HOUR),
  origin: null,
  destination: null,
  vehicle_id: null,
  vehicle_name: null,
  fleet_id: null,
  fleet_name: null,
  fleet_ref: null,
  load: board_load,
});

/** Of the person, until the end of the test. */
function useZone(zone: string) {
  const { time_zone } = prefs.get();
  onTestFinished(() => prefs.set({ time_zone }));
  prefs.set({ time_zone: zone });
}
const section = (name: string | RegExp) => within(screen.getByRole('region', { name }));

/** How often the panel says this. */
const times = (said: RegExp) => (screen.getByRole('complementary').textContent ?? '').split(said).length - 1;

describe('the panel of a load', () => {
  it('says how old a position is, however old', async () => {
    const last_position = { latitude: 35.4, longitude: -97.5, occurred_at: ago(39 * HOUR) };
    await open(load({ last_position }));
    expect(section('Position').getByText('1 d 15 h ago')).toBeDefined();
  });

  it.each([
    [{ 0: OTHER_ZONE, 1: OTHER_ZONE }, 'times in dock time'],
    [{ 0: OTHER_ZONE }, 'times in dock time, or yours where that is unknown'],
  ])('says what the times of its stops are in: %o', async (stop_zones, said) => {
    const stops = [
      stop({ estimated_arrival_at: ago(-HOUR) }),
      stop({ id: id(32), sequence: 1, estimated_arrival_at: ago(-2 * HOUR) }),
    ];
    await open(load({ stops, stop_zones }));
    expect(section('Stops (2)').getByText(said)).toBeDefined();
  });

  it('shows health, cause, position with its age and zone, truck and stops', async () => {
    useZone('America/Chicago');
    await open(load({ stops: [stop({ estimated_arrival_at: ago(-HOUR) })] }));
    const panel = screen.getByRole('complementary', { name: 'Load LD-48213' });
    expect(within(panel).getByText('Live')).toBeDefined();
    expect(within(panel).getByText('Truck confirmed on route')).toBeDefined();
    expect(section('Position').getByText(/12 mi W of Amarillo, TX/).textContent).toContain('2 min ago');
    expect(section('Position').getByText('35.19000, -102.08000')).toBeDefined();
    expect(section('Position').getByText('2026-11-20 20:28:00 UTC')).toBeDefined();
    expect(section('Truck').getByText('Unit 1187')).toBeDefined();
    expect(section(/^Stops/).getByText('Amarillo DC 4')).toBeDefined();
    expect(section(/^Stops/).getByText('appt in 1 h')).toBeDefined();
  });

  it('shows values that could not be read verbatim, in place of "no stops" and "no position"', async () => {
    const unread = [
      { path: 'stops.0', reason: 'cannot be used without: id', raw: '{"name":"Dock"}' },
      { path: 'last_position', reason: 'latitude', raw: '{"latitude":"north"}' },
    ];
    await open(load({ stops: [], last_position: null, unread }));
    expect(section('Stops').getByText("The stops can't be read.")).toBeDefined();
    expect(section('Position').getByText(/can't be read/)).toBeDefined();
    expect(section("Couldn't be read").getByText('{"latitude":"north"}')).toBeDefined();
    expect(section("Couldn't be read").getByText('{"name":"Dock"}')).toBeDefined();
  });

  it('claims nothing of a load that was never read', async () => {
    await open(
      load({
        tracking_health: null,
        vehicle_assignment: null,
        last_position: null,
        stops: [],
        read_at: null,
      }),
    );
    expect(section('Stops').getByText('Not known: the load was not read yet.')).toBeDefined();
    expect(section('Carrier').getByText('Not known: the load was not read yet.')).toBeDefined();
    expect(screen.queryByText('No truck')).toBeNull();
  });

  it('says who else has it open, and who is calling its carrier', async () => {
    const { live, frame } = await open(load(), { answers: { 'PUT /api/presence': { status: 204 } } });
    const item = { sub: 'ann', name: 'Ann', load_id: id(1), since: ago(0) };
    live.changes.publish('presence', { items: [{ ...item, calling: false }] });
    await frame();
    expect(screen.getByText(/Ann.* has this open too\.\s*$/)).toBeDefined();
    live.changes.publish('presence', { items: [{ ...item, calling: true }] });
    await frame();
    expect(screen.getByText(/Ann.* is calling .*Ironwood Transport.* now\./)).toBeDefined();
    live.changes.publish('presence', { items: [] });
    await frame();
    expect(screen.queryByText(/Ann/)).toBeNull();
  });

  it("shows a dispatcher's ETA in place of ours, and that it passed", async () => {
    const eta = (minutes: number) => ({
      stop_sequence: 0,
      at: ago(-minutes * MINUTE),
      by: { sub: 'maria', name: 'Maria Ruiz' },
      set_at: ago(MINUTE),
    });
    const late = load({ ...RUNNING_LATE, dispatcher_eta: eta(130) });
    const { unmount } = await open(late);
    expect(times(/ETA .*Maria/)).toBe(1);
    expect(times(/1 h 40 min late/)).toBe(1);
    expect(section(/^Stops/).getByText(/^ETA confirmed by phone by .*Maria Ruiz/)).toBeDefined();
    expect(screen.queryByText(/^Running /)).toBeNull();
    unmount();
    // Its exception is quiet until then, without a snooze.
    const known = await open({ ...late, triage: openTriage({ cause: 'late_known' }) });
    expect(screen.getByText(/Quiet until the ETA, \d\d:\d\d \S+\./)).toBeDefined();
    known.unmount();
    await open({ ...late, dispatcher_eta: eta(-5) });
    expect(section(/^Stops/).getByText(/^.*Maria.*'s ETA .* passed$/)).toBeDefined();
    expect(screen.getByText('Running late')).toBeDefined();
  });

  it('offers the call without a truck, and shows the number kept with the load', async () => {
    const carrier_phone = { phone: '+1 806 555 0142', by_name: 'Ann', at: ago(0) };
    await open(load({ tracking_health: 'unassigned', vehicle_assignment: null, carrier_phone }));
    expect(screen.getByRole('button', { name: 'Call carrier' }).getAttribute('aria-disabled')).toBeNull();
    expect(
      section('Carrier').getByRole('link', { name: 'Call Carrier of this load, +1 806 555 0142' }),
    ).toBeDefined();
  });

  it('calls by the key p', async () => {
    const { user } = await open(load());
    onTestFinished(() => act(() => callPopover.close()));
    const { result } = renderHook(useCallRequest);
    await user.keyboard('p');
    expect(result.current?.load_id).toBe(id(1));
    expect(result.current?.opener).toBe(screen.getByRole('button', { name: 'Call carrier' }));
  });

  it('offers one call, and triage before contacts and evidence, when the carrier has to fix it', async () => {
    await open(load({ vehicle_assignment: assignment({ agreement: 'disagree' }) }));
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    const acts = names.filter((name) => /^(Call|Copy message)/.test(name ?? ''));
    expect(acts).toEqual(['Call carrier', 'Copy message for the carrier, with evidence']);
    expect(names.filter((name) => name === 'Call carrier')).toHaveLength(1);
    const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(titles.slice(0, 2)).toEqual(['Triage', 'Carrier']);
  });

  it('names the truck that it has lost and where it was, and still has the carrier to call', async () => {
    const fleet = { fleet_id: id(700), name: 'Redwater', fleet_ref: 'R-7' };
    const lost = load({
      ...noTruck,
      identifiers_sent: identifiersSent(true),
      lost_truck: lostTruck(),
      fleet,
    });
    const numbers = { phone: '+13015550102', email: null };
    const written = { created_at: ago(0), updated_at: ago(0), updated_by_name: 'Ada' };
    const contact = {
      contact_id: id(70),
      fleet_id: id(700),
      name: 'Priya',
      role: null,
      ...numbers,
      ...written,
    };
    const profile = { ...fleet, phone: null, email: null };
    await open(lost, {
      answers: {
        [`GET /api/loads/${lost.load_id}/contacts`]: {
          body: { fleet: profile, contacts: [{ ...contact, is_primary: true }] },
        },
      },
    });
    expect(screen.getByText('Unit 1187 no longer matched, noticed 1 min ago')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the agreement' })).toBeDefined();
    expect(screen.queryByText(/Check for typos/)).toBeNull();
    expect(await section('Carrier').findByText('Priya')).toBeDefined();
  });

  it('says that the agreement ended, and when, of a truck that is lost because of it', async () => {
    const fleet = { fleet_id: id(700), name: 'Redwater', fleet_ref: 'R-7' };
    const lost = load({ ...noTruck, lost_truck: lostTruck(), fleet });
    const ended = agreementOf(1, { fleet_id: id(700), expiration_date: ago(5 * MINUTE) });
    const detail_of_fleet = {
      ...fleet,
      phone: null,
      email: null,
      contacts: [],
      agreements: [ended],
      connections: [],
      invitations: [],
      load_ids: [],
      loads_of_unknown_fleet: 0,
      read_at: ago(0),
      read_problem: null,
    };
    await open(lost, { answers: { [`GET /api/fleets/${id(700)}`]: { body: detail_of_fleet } } });
    const at = shortDateTime(ago(5 * MINUTE), NOW);
    expect(await screen.findByText(new RegExp(`The fleet's agreement ended ${at}\\.`))).toBeDefined();
    expect(screen.queryByText(/may have ended/)).toBeNull();
  });

  it('says when it was updated and when it will be next', async () => {
    await open(load());
    expect(screen.getByText('Updated 12 s ago, next update in 3 s')).toBeDefined();
    expect(updateText(null, null, false, NOW)).toBe('No data yet, updating now');
    expect(updateText(ago(MINUTE), ago(5), false, NOW)).toBe('Updated 1 min ago, next update is due');
    expect(updateText(ago(MINUTE), null, true, NOW)).toBe('');
  });

  it('never treats a null agreement as agreement', async () => {
    await open(load({ vehicle_assignment: assignment({ agreement: null }) }));
    expect(section('Truck').getByText('Not confirmed by location yet')).toBeDefined();
    expect(section('Truck').queryByText(/^Agrees/)).toBeNull();
  });

  it('shows only the vehicle fields that exist', async () => {
    const vehicle = { id: id(500), vin: null, vehicle_name: null, oem: 'Volvo' };
    await open(load({ vehicle_assignment: assignment({ vehicle }) }));
    expect(section('Truck').getByText('Volvo')).toBeDefined();
    expect(section('Truck').queryByText('VIN')).toBeNull();
    expect(section('Truck').queryByText('Plate')).toBeNull();
  });

  it('shows unknown values verbatim', async () => {
    await open(
      load({
        tracking_health: 'quantum',
        vehicle_assignment: assignment({ source: 'guessed', agreement: 'perhaps' }),
      }),
    );
    expect(screen.getByText('Unknown: quantum')).toBeDefined();
    expect(section('Truck').getByText(/“guessed”/)).toBeDefined();
    expect(section('Truck').getByText(/“perhaps”/)).toBeDefined();
  });

  it.each([
    ['unassigned', /No truck assigned\./],
    ['no_signal', /No pings from this truck/],
    ['not_shared', /does not share location/],
  ])('says why a load that is %s has no position', async (tracking_health, why) => {
    await open(load({ tracking_health, last_position: null, place: null, motion: null }));
    expect(section('Position').getByText(why)).toBeDefined();
  });

  it('links a load whose location is not shared to the agreement of its fleet', async () => {
    const board_load = load({
      tracking_health: 'not_shared',
      last_position: null,
      place: null,
      motion: null,
    });
    await open(board_load);
    const link = screen.getByRole('link', { name: 'Open the agreement' });
    expect(link.getAttribute('href')).toMatch(new RegExp(`^/agreements\\?load=.*${board_load.load_id}`));
  });

  it('asks once whether identifiers were sent for a load without a truck, and then says what to do', async () => {
    const board_load = load({ tracking_health: 'unassigned', vehicle_assignment: null, last_position: null });
    const identifiers_sent = { sent: true, by_name: 'Ann', at: ago(0) };
    const path = `/api/loads/${board_load.load_id}`;
    const { user, frame } = await open(board_load, {
      answers: { [`POST ${path}/identifiers`]: { body: { ...board_load, version: 2, identifiers_sent } } },
    });
    expect(screen.getByText('Were truck identifiers sent with this load?')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await frame();
    expect(await screen.findByText("Can't match a truck. Check the unit, VIN or plate")).toBeDefined();
    expect(screen.getByText('Identifiers were sent (Ann, 0 s ago)')).toBeDefined();
    expect(screen.queryByText('Were truck identifiers sent with this load?')).toBeNull();
  });

  it('marks a stop late only when that is known', async () => {
    const stops = [
      stop({ estimated_arrival_at: ago(3 * HOUR), arrived_at: ago(2 * HOUR) }),
      stop({ id: id(2), sequence: 1, estimated_arrival_at: ago(HOUR) }),
    ];
    await open(load({ stops }));
    expect(section(/^Stops/).getByText('1 h late')).toBeDefined();
    expect(section(/^Stops/).getAllByText(/late$/)).toHaveLength(1);
  });

  it('says the appointment, our ETA and how late that is once, who acts, and offers the message for the carrier', async () => {
    const board_load = load(RUNNING_LATE);
    const { user, onAction } = await open(board_load);
    const glance = screen.getByRole('list', { name: 'At a glance' });
    expect(glance.textContent).toMatch(/Appt \S+ \S+ · Our ETA \S+ to \S+ \S+, 1 h 30 to 2 h 30 min late/);
    for (const said of [/Appt \d/, /ETA \d/, /\d min late/]) expect(times(said)).toBe(1);
    expect(screen.getByText('Running late')).toBeDefined();
    expect(screen.getByText(/^Our estimate: .* Call the carrier, then tell the receiver\.$/)).toBeDefined();
    expect(times(/Our estimate: /)).toBe(1);
    expect(screen.getByText('Carrier to fix')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy message for the carrier' }));
    expect(onAction).toHaveBeenCalledWith(
      board_load.load_id,
      expect.objectContaining({ kind: 'message', message: 'running_late' }),
    );
  });

  it('has one message for the carrier of a truck in doubt: the one with the evidence', async () => {
    const { frame } = await open(load({ vehicle_assignment: assignment({ agreement: 'disagree' }) }));
    await frame();
    const buttons = screen.getAllByRole('button', { name: /Copy message/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Copy message for the carrier, with evidence',
    ]);
  });

  it('says when a position was reported once where the zone is that of UTC', async () => {
    useZone('UTC');
    await open(load());
    expect(section('Position').getByText('Reported')).toBeDefined();
    expect(section('Position').queryByText('UTC')).toBeNull();
  });

  it('says that a load was never updated', async () => {
    await open(
      load({
        tracking_health: null,
        load_ref: null,
        vehicle_assignment: null,
        last_position: null,
        read_at: null,
        place: null,
        motion: null,
      }),
    );
    expect(screen.getAllByText('Not updated yet').length).toBeGreaterThan(0);
    expect(screen.getAllByText(/^No data yet/).length).toBeGreaterThan(0);
  });

  it('keeps the last known data when an update fails, and says whose problem it is', async () => {
    await open(
      load({ read_error: { status: 403, kind: 'forbidden', message: 'Forbidden', since: ago(MINUTE) } }),
    );
    expect(screen.getByText('Tracking service denies access to this load')).toBeDefined();
    expect(
      screen.getByText(/Our access, not the truck: your Waypost administrator can .* call the carrier/),
    ).toBeDefined();
    expect(section('Position').getByText(/Amarillo/)).toBeDefined();
  });

  it('offers to add a load that is not on the board, and then shows it', async () => {
    const board_load = load();
    let watched = false;
    const { user, frame, asked } = await open(board_load, {
      setup: { loads: [] },
      answers: {
        [`GET /api/loads/${board_load.load_id}`]: () => (watched ? { body: detail(board_load) } : missing),
        'POST /api/loads': () => {
          watched = true;
          return { status: 201, body: { items: [board_load], added: 1, already_watched: 0 } };
        },
      },
    });
    await frame();
    expect(screen.getByRole('heading', { name: 'Not on the board' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add to board' }));
    await frame();
    expect(asked).toHaveBeenCalledWith('/api/loads', expect.objectContaining({ method: 'POST' }));
    expect(screen.getByRole('heading', { name: 'LD-48213' })).toBeDefined();
  });

  it('says what the archive knows of a removed load, with a link to its entry', async () => {
    const board_load = load();
    const { frame } = await open(board_load, {
      setup: { loads: [] },
      answers: {
        [`GET /api/loads/${board_load.load_id}`]: missing,
        [`GET /api/archive/${board_load.load_id}`]: { body: archivedAs(board_load) },
      },
    });
    await frame();
    expect(await screen.findByText(/Not on the board\. Removed by a person/)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'LD-48213' })).toBeDefined();
    expect(screen.getByText(/by .*Dana/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open its archive entry' }).getAttribute('href')).toContain(
      board_load.load_id,
    );
  });

  it('keeps an unsent note, and the focus, when somebody removes the load', async () => {
    const board_load = load();
    const { load_id } = board_load;
    let is_removed = false;
    const { user, live, frame } = await open(board_load, {
      answers: {
        [`GET /api/loads/${load_id}`]: () => (is_removed ? missing : { body: detail(board_load) }),
        [`GET /api/archive/${load_id}`]: { body: archivedAs(board_load) },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByLabelText('Note'), 'Gate 4 is closed');
    is_removed = true;
    await act(async () => live.store.apply({ items: [], removed: [load_id] }));
    await frame();
    expect(await screen.findByText(/Your unsent note is kept .*Gate 4 is closed/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy note' })).toBeDefined();
    expect(document.activeElement?.textContent).toMatch('Your unsent note is kept');
  });

  it('does not say that a load is missing once its removal was undone', async () => {
    const board_load = load();
    let reads = 0;
    const { frame } = await open(board_load, {
      answers: {
        [`GET /api/loads/${board_load.load_id}`]: () => {
          reads += 1;
          return reads === 1 ? missing : { body: detail(board_load) };
        },
      },
    });
    await frame();
    expect(screen.queryByText('This load is not on the board.')).toBeNull();
    expect(reads).toBe(2);
  });

  it('shows a failure with a retry and the request id', async () => {
    const board_load = load();
    await open(board_load, {
      setup: { loads: [] },
      answers: {
        [`GET /api/loads/${board_load.load_id}`]: {
          status: 500,
          body: {
            code: 500,
            message: 'Something went wrong',
            detail: null,
            reason: 'internal',
            request_id: 'r-77',
          },
        },
      },
    });
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('Something went wrong')).toBeDefined();
    expect(alert.getByText('Copy request ID r-77')).toBeDefined();
    expect(alert.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('closes when the removal of a monitored load is confirmed, unless another panel is open by then', async () => {
    const monitored = load({ monitor: loadMonitor() });
    const answers: Answers = { 'DELETE /api/loads/': { status: 204 } };
    const remove = async () => {
      const drawn = await open(monitored, { answers });
      await drawn.user.click(screen.getByRole('button', { name: 'Remove' }));
      expect(drawn.onClose).not.toHaveBeenCalled();
      return drawn;
    };
    const { user, onClose, store, unmount } = await remove();
    await user.click(await screen.findByRole('button', { name: 'Remove anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(store.get(monitored.load_id)).toBeUndefined();
    unmount();
    const left = await remove();
    left.unmount();
    toasts.get().at(-1)?.action?.run();
    await waitFor(() => expect(left.store.get(monitored.load_id)).toBeUndefined());
    expect(left.onClose).not.toHaveBeenCalled();
  });

  it('removes a load from the board, and restores it on Undo', async () => {
    const board_load = load();
    const { user, frame, store, asked, onClose } = await open(board_load, {
      answers: {
        'DELETE /api/loads/': { status: 204 },
        'POST /api/loads': { status: 201, body: { items: [board_load], added: 1, already_watched: 0 } },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await frame();
    expect(store.size).toBe(0);
    expect(onClose).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await frame();
    expect(asked).toHaveBeenCalledWith(
      '/api/loads',
      expect.objectContaining({ body: JSON.stringify({ load_ids: [board_load.load_id] }) }),
    );
  });

  it('lets a viewer read, and disables everything else', async () => {
    const { user, store, asked } = await open(load(), { setup: { loads: [load()], roles: ['viewer'] } });
    const remove = screen.getByRole('button', { name: 'Remove' });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    await user.click(remove);
    expect(store.size).toBe(1);
    expect(asked.mock.calls.some(([, init]) => init.method === 'DELETE')).toBe(false);
    expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('passes the trail to the map, and clears it on close', async () => {
    const { onTrail, unmount } = await open(load());
    expect(onTrail).toHaveBeenLastCalledWith(
      expect.objectContaining({ points: [expect.objectContaining({ latitude: 1 })] }),
    );
    unmount();
    expect(onTrail).toHaveBeenLastCalledWith(null);
  });

  it('shows the raw response on request', async () => {
    const { user, asked } = await open(load());
    const requests = () => asked.mock.calls.filter(([path]) => path.endsWith('/raw'));
    expect(requests()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Raw data from the tracking service' }));
    expect(await screen.findByText(/"more": 1/)).toBeDefined();
    expect(requests()).toHaveLength(1);
  });

  it('sends its first request in the foreground, which keeps the session alive', async () => {
    const { asked } = await open(load());
    const [first] = asked.mock.calls.filter(([path]) => path.startsWith('/api/loads/'));
    expect(first?.[1].headers).not.toHaveProperty('X-Background');
  });
});
