// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { BoardMonitorDetail } from '@waypost/contract/api/monitors';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, assignment, HOUR, id, load, MINUTE } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { type Answers, draw, NO_UUID, type Setup } from '../../../testing/render.tsx';
import * as files from '../../../ui/files.ts';
import { MonitorDetail } from './MonitorDetail.tsx';

const stops = journeyStops().map((one) =>
  one.sequence === 0 ? { ...one, planned_arrival_at: ago(5.5 * HOUR) } : one,
);
const arrivedAtPueblo = (ms: number, more = {}) =>
  stops.map((one) =>
    one.sequence === 1
      ? { ...one, planned_arrival_at: null, arrived_at: ago(ms), arrived_by: 'event' as const, ...more }
      : one,
  );
const event = {
  event_id: 'evt-1',
  event_name: 'geofence_monitor.stop_departed',
  kind: 'departed',
  stop_sequence: 0,
  occurred_at: ago(4 * HOUR),
  received_at: ago(3.5 * HOUR),
  delivery_id: id(90),
  record: { name: 'LD-48213' },
} as const;
const detail = (change: Partial<BoardMonitorDetail> = {}): BoardMonitorDetail => ({
  ...monitor({ stops }),
  history: [event, { ...event, delivery_id: id(91) }],
  trail: [{ latitude: 36, longitude: -103, occurred_at: ago(HOUR) }],
  ...change,
});
const key = `GET /api/monitors/${id(300)}`;

async function open(it: BoardMonitorDetail, answers: Answers = {}, setup: Setup = {}) {
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <MonitorDetail
        monitor_id={id(300)}
        useTruck={() => null}
        backLink={<a href="/monitors">Back to monitors</a>}
        frame={({ title, actions, children }) => (
          <div>
            <h1>{title}</h1>
            {actions}
            {children}
          </div>
        )}
      />
    </WithQueries>,
    { loads: [], ...setup, answers: { [key]: { body: it }, ...answers } },
  );
  await drawn.frame();
  return drawn;
}
const section = (name: string | RegExp) => within(screen.getByRole('region', { name }));
const stopItem = (name: string) =>
  within(
    section(/^Stops/)
      .getByRole('button', { name })
      .closest('li') as HTMLElement,
  );

describe('the page of a monitor', () => {
  it('shows planned and actual times, lateness and dwell of each stop', async () => {
    await open(detail());
    const first = stopItem('Amarillo DC 4');
    expect(first.getByRole('row', { name: /Arrival/ }).textContent).toMatch(/30 min late$/);
    expect(first.getByRole('row', { name: /Departure/ }).textContent).toContain('no plan');
    expect(first.getByText('Stayed 1 h')).toBeDefined();
    expect(stopItem('Pueblo yard').getByText('Next')).toBeDefined();
    expect(stopItem('Pueblo yard').getByRole('row', { name: /Arrival/ }).textContent).toMatch(
      /not seenin 1 h$/,
    );
    expect(screen.getByText('On the way to Pueblo yard')).toBeDefined();
  });

  it('shows a streamed arrival at once, with dwell and free time, then fetches its event', async () => {
    const { live, frame, asked } = await open(detail());
    const before = asked.mock.calls.filter(([path]) => path.includes(id(300))).length;
    const change = {
      version: 2,
      stops: arrivedAtPueblo(25 * MINUTE, {
        free_minutes: 60,
        detention_rate: '75',
        detention_currency: 'USD',
      }),
    };
    act(() => live.changes.publish('monitors', { items: [monitor(change)] }));
    await frame();
    expect(stopItem('Pueblo yard').getByText('Here now')).toBeDefined();
    expect(stopItem('Pueblo yard').getByText('Inside for 25 min')).toBeDefined();
    expect(stopItem('Pueblo yard').getByText(/free until .*in 35 min/)).toBeDefined();
    const calls = asked.mock.calls.filter(([path]) => path.includes(id(300)));
    expect(calls.length).toBeGreaterThan(before);
    expect(calls.at(-1)?.[1].headers).toHaveProperty('X-Background');
  });

  it('calculates detention beyond the free time', async () => {
    const money = { detention_rate: '75', detention_currency: 'USD' };
    const terms = { free_minutes: 60, ...money, site_name: 'Pueblo gate' };
    await open(detail({ stops: arrivedAtPueblo(90 * MINUTE, terms) }));
    expect(stopItem('Pueblo yard').getByText('30 min over 60 min free time: USD 37.50')).toBeDefined();
    expect(stopItem('Pueblo yard').getByText(/^Free time from site .*Pueblo gate/)).toBeDefined();
    expect(screen.getByText('30 min over free time at Pueblo yard')).toBeDefined();
  });

  it('passes circles and trail to the map and syncs the selection of stop and circle both ways', async () => {
    const { user, map } = await open(detail());
    const engine = map.engine();
    expect(engine.circles.map(({ label, state }) => [label, state])).toEqual([
      ['Amarillo DC 4', 'done'],
      ['Pueblo yard', 'planned'],
      ['Denver DC 1', 'planned'],
    ]);
    expect(engine.trail?.points).toHaveLength(1);
    await user.click(section(/^Stops/).getByRole('button', { name: 'Denver DC 1' }));
    expect(engine.selected_circle).toBe('stop-2');
    act(() => engine.options.events.onCircleSelect('stop-0'));
    expect(
      section(/^Stops/)
        .getByRole('button', { name: 'Amarillo DC 4' })
        .getAttribute('aria-pressed'),
    ).toBe('true');
  });

  it('shows each event once with its delay, and the raw record on demand', async () => {
    const { user } = await open(detail());
    const events = section('Events as received (1)');
    expect(events.getByText('received 30 min later, delivered 2 times, counted once')).toBeDefined();
    expect(events.queryByText(/"name": "LD-48213"/)).toBeNull();
    await user.click(events.getByRole('button', { name: /Departed Amarillo DC 4/ }));
    expect(events.getByText(/"name": "LD-48213"/)).toBeDefined();
  });

  it('flags the monitor when the load of its truck disagrees', async () => {
    await open(
      detail(),
      {},
      { loads: [load({ vehicle_assignment: assignment({ agreement: 'disagree' }) })] },
    );
    expect(
      within(screen.getByRole('list', { name: 'What needs attention' })).getByText(
        /doubts that it carries the load/,
      ),
    ).toBeDefined();
  });

  it('asks about a suggested load, shows the answer, and restores the suggestion on undo', async () => {
    const suggested = detail({
      links: [{ load_id: id(7), load_ref: 'LD-7', source: 'vehicle_time', state: 'suggested' }],
    });
    const linked = {
      ...suggested,
      version: 2,
      links: [{ ...suggested.links[0], state: 'linked', source: 'person' }],
    };
    const { user, frame, asked } = await open(suggested, {
      [`POST /api/monitors/${id(300)}/links`]: { body: linked },
    });
    expect(section('Loads').getByText(/same vehicle at that time: is it for this load/)).toBeDefined();
    await user.click(section('Loads').getByRole('button', { name: 'Yes, link it' }));
    await frame();
    expect(asked).toHaveBeenCalledWith(
      `/api/monitors/${id(300)}/links`,
      expect.objectContaining({ body: JSON.stringify({ load_id: id(7), state: 'linked' }) }),
    );
    expect(section('Loads').getByText('Linked manually')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(asked).toHaveBeenLastCalledWith(
      `/api/monitors/${id(300)}/links`,
      expect.objectContaining({ body: JSON.stringify({ load_id: id(7), state: 'suggested' }) }),
    );
  });

  it('lists what a cancel loses before cancelling', async () => {
    const cancelled = monitor({ stops, version: 2, status: 'cancelled', cancelled_at: ago(0) });
    const { user, frame } = await open(detail(), {
      [`POST /api/monitors/${id(300)}/cancel`]: { body: cancelled },
    });
    await user.click(screen.getByRole('button', { name: 'Cancel monitor' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/arrivals and departures at 2 stops not reached yet: Pueblo yard, Denver DC 1/),
    ).toBeDefined();
    expect(dialog.getByText(/arrivals and departures for LD-48213/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel monitor' }));
    await frame();
    expect(screen.getByText('Cancelled')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel monitor' })).toBeNull();
  });

  it('keeps the dialog open with the reason when the service cannot cancel', async () => {
    const refused = {
      code: 502,
      message: 'The service offers no cancel',
      detail: null,
      reason: 'service_error',
      request_id: 'r-9',
    };
    const { user, frame } = await open(detail(), {
      [`POST /api/monitors/${id(300)}/cancel`]: { status: 502, body: refused },
    });
    await user.click(screen.getByRole('button', { name: 'Cancel monitor' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel monitor' }));
    await frame();
    expect(screen.getByRole('alert').textContent).toContain('Not cancelled: The service offers no cancel');
  });

  it('links to copy, follow-on and list', async () => {
    await open(detail());
    expect(screen.getByRole('link', { name: 'Copy as new' }).getAttribute('href')).toContain(`copy=`);
    expect(screen.getByRole('link', { name: 'Follow-on' }).getAttribute('href')).toContain(`follow=`);
  });

  it('lets a viewer read and disables the actions', async () => {
    await open(detail(), {}, { roles: ['viewer'] });
    for (const button of ['Cancel monitor', 'Not this load'])
      expect(screen.getByRole('button', { name: button }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Copy as new').closest('a')?.getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['rounded half up', { free_minutes: 60 }],
    ['No detention is calculated', {}],
  ])('prints evidence that explains detention where there can be some: %s', async (said, terms) => {
    vi.stubGlobal('print', vi.fn());
    const { user } = await open(detail({ stops: arrivedAtPueblo(90 * MINUTE, terms) }));
    await user.click(screen.getByRole('button', { name: 'Evidence' }));
    await user.click(screen.getByRole('menuitem', { name: 'Print evidence' }));
    const sheet = screen.getByRole('article', { name: 'Evidence of arrivals and departures', hidden: true });
    expect(sheet.textContent).toContain(said);
    vi.unstubAllGlobals();
  });

  it('exports the evidence as CSV and prints it with its rules', async () => {
    const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
    const printed = vi.fn();
    vi.stubGlobal('print', printed);
    const { user } = await open(detail());
    await user.click(screen.getByRole('button', { name: 'Evidence' }));
    await user.click(screen.getByRole('menuitem', { name: 'Evidence as CSV' }));
    expect(saved.mock.lastCall?.[0]).toBe('evidence-LD-48213-2026-11-20-2030.csv');
    expect(saved.mock.lastCall?.[1]).toContain('Amarillo DC 4');
    await user.click(screen.getByRole('button', { name: 'Evidence' }));
    await user.click(screen.getByRole('menuitem', { name: 'Print evidence' }));
    expect(printed).toHaveBeenCalledOnce();
    const sheet = screen.getByRole('article', { name: 'Evidence of arrivals and departures', hidden: true });
    expect(sheet.textContent).toContain('evt-1');
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('article', { hidden: true })).toBeNull();
    saved.mockRestore();
    vi.unstubAllGlobals();
  });

  it.each([{ code: 404, message: 'No such monitor', detail: null, reason: 'not_found' }, NO_UUID])(
    'reports an unknown id and links back to the list: $code',
    async (missing) => {
      await open(detail(), { [key]: { status: missing.code, body: missing } });
      expect(screen.getByText('Monitor not found')).toBeDefined();
      expect(screen.getByRole('link', { name: 'Back to monitors' })).toBeDefined();
    },
  );
});
