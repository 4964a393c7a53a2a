// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { ago, HOUR, id, load, MINUTE } from '../../testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from '../../testing/monitors.ts';
import { draw, type Setup } from '../../testing/render.tsx';
import { mergeMonitors, monitorsOf } from './detail.ts';
import { ActualSection } from './StopSections.tsx';

const sources = {
  events: 'active',
  webhook_group_id: null,
  reads: 'yes',
  last_event_at: null,
  last_read_at: null,
} as const;
const linked = (state: 'linked' | 'suggested', change: Partial<BoardMonitor> = {}) =>
  monitor({ links: [{ load_id: id(1), load_ref: 'LD-48213', source: 'vehicle_time', state }], ...change });

async function open(items: BoardMonitor[], setup: Setup = {}) {
  const onCircles = vi.fn();
  const board_load = load({ monitor: items[0] ? loadMonitor(items[0]) : null });
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <ActualSection load={board_load} onCircles={onCircles} />
    </WithQueries>,
    {
      loads: [board_load],
      ...setup,
      answers: { 'GET /api/monitors': { body: { items, sources } }, ...setup.answers },
    },
  );
  await drawn.frame();
  return { ...drawn, onCircles };
}
const section = () => within(screen.getByRole('region', { name: 'Arrivals and departures' }));
const inside = (ms: number) =>
  journeyStops().map((journey_stop) =>
    journey_stop.sequence === 1
      ? {
          ...journey_stop,
          planned_arrival_at: ago(2 * HOUR),
          arrived_at: ago(ms),
          free_minutes: 60,
          detention_rate: '75',
          detention_currency: 'USD',
        }
      : journey_stop,
  );

describe('actual times of a load', () => {
  it('come from its monitor: arrival, lateness, stay and detention, with a link to it', async () => {
    const { onCircles } = await open([linked('linked', { stops: inside(90 * MINUTE) })]);
    expect(section().getByText('At Pueblo yard for 1 h 30 min')).toBeDefined();
    expect(section().getByText(/^arrived .*, 30 min late$/)).toBeDefined();
    expect(section().getByText('Inside for 1 h 30 min')).toBeDefined();
    expect(section().getByText('30 min over 60 min free time: USD 37.50')).toBeDefined();
    expect(section().getByText('Stayed 1 h')).toBeDefined();
    expect(section().getByRole('link', { name: 'Open monitor' }).getAttribute('href')).toBe(
      `/monitors/${id(300)}`,
    );
    expect(section().queryByRole('link', { name: 'Track arrivals' })).toBeNull();
    expect(onCircles.mock.lastCall?.[0]).toHaveLength(3);
  });

  it('update from the stream', async () => {
    const { live, frame } = await open([linked('linked')]);
    expect(section().getByText('On the way to Pueblo yard')).toBeDefined();
    act(() =>
      live.changes.publish('monitors', { items: [linked('linked', { version: 2, stops: inside(MINUTE) })] }),
    );
    await frame();
    expect(section().getByText('At Pueblo yard for 1 min')).toBeDefined();
  });

  it('are offered without a monitor, one click from the builder', async () => {
    const { onCircles } = await open([]);
    expect(section().getByText(/No monitor tracks this load/)).toBeDefined();
    const link = section().getByRole('link', { name: 'Track arrivals' });
    expect(link.getAttribute('href')).toContain(`load=`);
    expect(onCircles).toHaveBeenLastCalledWith([]);
  });

  it('are offered again when the monitor has ended', async () => {
    await open([linked('linked', { status: 'expired' })]);
    expect(section().getByText('(expired)')).toBeDefined();
    expect(section().getByRole('link', { name: 'Track arrivals' })).toBeDefined();
  });

  it('ask about a suggested monitor, link it on yes, and revert that on undo', async () => {
    const { user, frame, asked } = await open([linked('suggested')], {
      answers: { 'POST /api/monitors/': { body: linked('linked', { version: 2 }) } },
    });
    expect(section().getByText(/Is it for this load/)).toBeDefined();
    await user.click(section().getByRole('button', { name: 'Yes, link it' }));
    await frame();
    expect(asked).toHaveBeenCalledWith(
      `/api/monitors/${id(300)}/links`,
      expect.objectContaining({ body: JSON.stringify({ load_id: id(1), state: 'linked' }) }),
    );
    expect(section().getByText('On the way to Pueblo yard')).toBeDefined();
    expect(section().queryByText(/Is it for this load/)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(asked).toHaveBeenLastCalledWith(
      `/api/monitors/${id(300)}/links`,
      expect.objectContaining({ body: JSON.stringify({ load_id: id(1), state: 'suggested' }) }),
    );
  });

  it('are disabled for a viewer', async () => {
    await open([], { roles: ['viewer'] });
    expect(section().getByText('Track arrivals').closest('a')?.getAttribute('aria-disabled')).toBe('true');
  });

  it('clear the circles on the map when the panel closes', async () => {
    const { unmount, onCircles } = await open([linked('linked')]);
    unmount();
    expect(onCircles).toHaveBeenLastCalledWith([]);
  });
});

describe('the monitor that provides the times', () => {
  it('is the active one, else the newest', () => {
    const old = linked('linked', { id: id(1), status: 'completed', created_at: ago(9 * HOUR) });
    const newer = linked('linked', { id: id(2), status: 'completed', created_at: ago(2 * HOUR) });
    const active = linked('linked', { id: id(3), created_at: ago(10 * HOUR) });
    expect(monitorsOf([old, newer], id(1)).linked).toBe(newer);
    expect(monitorsOf([old, newer, active], id(1)).linked).toBe(active);
    expect(monitorsOf([linked('suggested')], id(2)).suggested).toEqual([]);
  });
  it('changes only for newer versions that concern this load', () => {
    const previous = [linked('linked', { version: 4 })];
    expect(mergeMonitors(previous, [linked('linked', { version: 3 })], id(1))).toBe(previous);
    expect(mergeMonitors(previous, [monitor({ id: id(9), links: [] })], id(1))).toBe(previous);
    expect(mergeMonitors(previous, [linked('suggested', { id: id(9) })], id(1))).toHaveLength(2);
  });
});
