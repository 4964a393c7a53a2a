// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { BoardMonitor, MonitorList } from '@waypost/contract/api/monitors';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, assignment, HOUR, id, load, MINUTE } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { type Answers, draw, type Setup } from '../../../testing/render.tsx';
import * as files from '../../../ui/files.ts';
import type { MonitorsSearch } from '../search.ts';
import { MonitorsView } from './MonitorsView.tsx';

const sources = {
  events: 'active',
  webhook_group_id: null,
  reads: 'no',
  last_event_at: ago(2 * MINUTE),
  last_read_at: null,
} as const;
const listed = (...items: BoardMonitor[]): { body: MonitorList } => ({
  body: { items, sources, next_page: null },
});
const late = monitor({
  id: id(301),
  name: 'LD-LATE',
  stops: journeyStops().map((one) => (one.sequence === 1 ? { ...one, planned_arrival_at: ago(HOUR) } : one)),
});
const done = monitor({ id: id(302), name: 'LD-DONE', status: 'completed', links: [] });
const intent = {
  id: id(40),
  kind: 'monitor',
  state: 'unknown',
  subject: 'LD-LOST',
  message: null,
  result_id: null,
  service_status: null,
  created_by_name: 'Dana Ortiz',
  created_at: ago(5 * MINUTE),
  updated_at: ago(5 * MINUTE),
  next_check_at: ago(-2 * MINUTE),
} as const;

async function open(
  items: BoardMonitor[],
  answers: Answers = {},
  first: MonitorsSearch = {},
  setup: Setup = {},
) {
  const seen: MonitorsSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(first);
    seen.push(search);
    return (
      <MonitorsView
        search={search}
        onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
      />
    );
  }
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Page />
    </WithQueries>,
    {
      loads: [],
      ...setup,
      answers: {
        // Given twice: the first match wins, and these must override the defaults.
        ...answers,
        'GET /api/monitors': listed(...items),
        'GET /api/intents': { body: { items: [] } },
        ...answers,
      },
    },
  );
  const { live, frame, router } = drawn;
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
  const opened = () =>
    navigate.mock.calls.map(([to]) => (to as { params?: { monitor_id?: string } }).params?.monitor_id);
  act(() => live.changes.publishOpened());
  await frame();
  await settle(frame);
  return { ...drawn, opened, here: () => seen.at(-1) };
}
it('has room for the whole plan of the next stop', async () => {
  const passed = { planned_arrival_at: ago(9 * HOUR), arrived_at: null, departed_at: null };
  const stops = journeyStops().map((one) => (one.sequence === 0 ? { ...one, ...passed } : one));
  await open([monitor({ id: id(303), stops, current_stop_sequence: 0, starts_at: ago(HOUR) })]);
  const text = await screen.findByText(/planned before tracking began$/);
  expect(text.closest('[data-small]')).not.toBeNull();
  expect(text.closest('[data-grows]')).not.toBeNull();
});

it('has room for the whole name, in rows that grow with it', async () => {
  const name = `LD-48213, ${'New York City Cold Storage '.repeat(4)}`;
  await open([{ ...late, name }]);
  const [shown] = await screen.findAllByTitle(name.trim(), { exact: false });
  expect(shown?.closest('[data-grows]')).not.toBeNull();
  expect(shown?.className).toMatch(/primary/);
});

it('says at no moment that there are none while those read are still being listed', async () => {
  const said: string[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByText('No monitors yet')) said.push(document.body.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await open([late]);
  observer.disconnect();
  expect(screen.getByText('LD-LATE')).toBeDefined();
  expect(said).toEqual([]);
});

/** The list updates a few times a second at most. */
async function settle(frame: () => Promise<void>) {
  await frame();
  await act(() => new Promise((then) => setTimeout(then, 320)));
  await frame();
}
const names = () =>
  screen.queryAllByRole('row').flatMap((row) => row.textContent?.match(/LD-(LATE|DONE|48213)/)?.[0] ?? []);
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

describe('the list of monitors', () => {
  it('shows problems first with reason and trip, then healthy monitors', async () => {
    await open([done, monitor(), late]);
    expect(names()).toEqual(['LD-LATE', 'LD-48213', 'LD-DONE']);
    expect(row('LD-LATE').getByText('Already 1 h late to Pueblo yard')).toBeDefined();
    expect(row('LD-LATE').getByText(/1 h late$/)).toBeDefined();
    expect(row('On the way to Pueblo yard.*in 1 h').getByText('Unit 1187')).toBeDefined();
    expect(row('in 1 h').getByText('2 d 18 h')).toBeDefined();
    expect(row('in 1 h').getByText('Active')).toBeDefined();
    expect(row('in 1 h').getByRole('img').getAttribute('aria-label')).toBe(
      '1 of 3 stops seen: Amarillo DC 4 visited, Pueblo yard next, Denver DC 1 upcoming',
    );
    expect(row('LD-DONE').getByText('Completed')).toBeDefined();
  });

  it('offers the follow-on of one that expired before its last stop, without opening it', async () => {
    const { opened, user } = await open([monitor({ status: 'expired', expires_at: ago(HOUR) })]);
    const link = screen.getByRole('link', { name: 'Create follow-on' });
    expect(link.getAttribute('href')).toContain('follow=');
    await user.click(link);
    expect(opened()).toEqual([undefined]);
  });

  it('counts every filter on its chip, toggles filters, and offers a way out of an empty result', async () => {
    const { user, here, frame } = await open([monitor(), late, done]);
    await user.click(screen.getByRole('button', { name: /^Needs attention 1/ }));
    await frame();
    expect(here()?.show).toBe('attention');
    expect(names()).toEqual(['LD-LATE']);
    expect(screen.getByText('1 of 3 monitors match')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Cancelled 0/ }));
    expect(screen.getByText('No monitor matches')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(names()).toHaveLength(3);
  });

  it('sorts by its columns in both directions', async () => {
    const { user } = await open([monitor(), late, done]);
    await user.click(screen.getByRole('button', { name: /^Monitor/ }));
    expect(names()).toEqual(['LD-48213', 'LD-DONE', 'LD-LATE']);
    expect(screen.getByRole('columnheader', { name: /^Monitor/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: /^Monitor/ }));
    expect(names()).toEqual(['LD-LATE', 'LD-DONE', 'LD-48213']);
  });

  it('applies streamed changes without a reload', async () => {
    const { live, frame } = await open([monitor()]);
    const stops = journeyStops().map((one) =>
      one.sequence === 1 ? { ...one, arrived_at: ago(25 * MINUTE) } : one,
    );
    act(() => live.changes.publish('monitors', { items: [monitor({ version: 2, stops }), done] }));
    await settle(frame);
    expect(screen.getByText('25 min at Pueblo yard')).toBeDefined();
    expect(names()).toHaveLength(2);
  });

  it('flags a monitor as soon as the load of its truck disagrees', async () => {
    const { store, frame } = await open([monitor()], {}, {}, { loads: [load()] });
    act(() => {
      store.apply({
        items: [{ load_id: id(1), version: 2, vehicle_assignment: assignment({ agreement: 'disagree' }) }],
        removed: [],
      });
    });
    await settle(frame);
    expect(
      screen.getByText('Possible wrong truck: the tracking service doubts that it carries the load'),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: /^Needs attention 1/ })).toBeDefined();
  });

  it('flags silence at the age configured by the operator', async () => {
    const position = { latitude: 37.5, longitude: -104.5, occurred_at: ago(100 * MINUTE) };
    const quiet = monitor({ id: id(303), last_position: position, rhythm_seconds: null });
    const behavior = { stale_after_minutes: 240, monitor_stops_in_order: true };
    const { frame } = await open([quiet], {}, {}, { config: { behavior } });
    await frame();
    expect(screen.queryByText(/No pings for/)).toBeNull();
  });

  it('loads long-ended monitors page by page, filtered by status and search, and counts all of them', async () => {
    const old = (n: number) =>
      monitor({ id: id(400 + n), name: `OLD-${n}`, status: 'completed', created_at: ago((n + 99) * HOUR) });
    const counts = { completed: 2, expired: 0, cancelled: 0 };
    const current = { body: { ...listed(late).body, ended: counts } };
    const { user, frame } = await open([], {
      'GET /api/monitors?part=ended&status=completed': listed(old(1), old(2)),
      'GET /api/monitors?part=ended&size=100&cursor=two': listed(old(2)),
      'GET /api/monitors?part=ended&size=100': { body: { ...listed(old(1)).body, next_page: 'two' } },
      'GET /api/monitors': current,
    });
    await frame();
    expect(await screen.findByText('OLD-1')).toBeTruthy();
    expect(screen.getByText('3 monitors')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Completed/ }).textContent).toContain('2');
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('OLD-2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(screen.getByText('3 monitors')).toBeTruthy();
  });

  it('keeps rows in place under the pointer and shows pending changes on request', async () => {
    const { live, user, frame } = await open([monitor()]);
    await user.hover(screen.getByRole('grid'));
    act(() => live.changes.publish('monitors', { items: [late] }));
    await settle(frame);
    expect(names()).toEqual(['LD-48213']);
    await user.click(screen.getByRole('button', { name: '1 update, show' }));
    expect(names()).toEqual(['LD-LATE', 'LD-48213']);
  });

  it('opens a monitor by click and by keyboard', async () => {
    const { user, opened } = await open([monitor(), late]);
    await user.click(screen.getByText('Already 1 h late to Pueblo yard'));
    expect(opened()).toEqual([id(301)]);
    await user.keyboard('j');
    expect(document.activeElement).toBe(screen.getByRole('grid'));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(opened()).toEqual([id(301), id(300)]);
  });

  it('exports the shown rows as CSV in their order', async () => {
    const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
    const { user } = await open([monitor(), late, done], {}, { show: 'active' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const [name, text] = saved.mock.lastCall ?? [];
    expect(name).toBe('monitors-2026-11-20-2030.csv');
    const lines = (text as string).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('LD-LATE,active,LD-48213,Unit 1187');
    expect(lines[1]).toContain(`On the way to Pueblo yard,1,3,Pueblo yard,${ago(HOUR)},,60,`);
    saved.mockRestore();
  });

  it('shows the update sources, the number of monitors and the time zone', async () => {
    await open([monitor()]);
    expect(screen.getByText('Updates: live events (last 2 min ago), no checks available')).toBeDefined();
    expect(screen.getByText('1 monitor')).toBeDefined();
    expect(screen.getByText(/^Times |Times/)).toBeDefined();
  });

  it('explains monitors and offers to create one when the list is empty', async () => {
    await open([]);
    expect(screen.getByText('No monitors yet')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'New monitor' })).toHaveLength(2);
  });

  it('shows why the list could not be loaded, and retries', async () => {
    let answer: Answers[string] = new TypeError('Failed to fetch');
    const { user, frame } = await open([], { 'GET /api/monitors': () => answer as never });
    expect(screen.getByRole('alert').textContent).toContain('is not responding');
    answer = listed(monitor());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await settle(frame);
    expect(names()).toEqual(['LD-48213']);
  });
});

describe('monitors not confirmed yet', () => {
  const unknown = {
    'GET /api/intents': { body: { items: [intent, { ...intent, id: id(41), kind: 'user' }] } },
  };

  it('appear above the list with their actions and count as unknown', async () => {
    await open([monitor()], unknown);
    const above = within(screen.getByRole('region', { name: 'Monitors not confirmed yet' }));
    expect(above.getByText('1 monitor not confirmed yet')).toBeDefined();
    expect(above.getByText('LD-LOST')).toBeDefined();
    expect(above.getByText(/requested by Dana Ortiz/).textContent).toContain(
      '5 min ago, next check in 2 min',
    );
    expect(screen.getByRole('button', { name: /^Unknown 1/ })).toBeDefined();
  });

  it.each([
    ['Check now', 'check', { state: 'done', result_id: id(309), message: null }, 'LD-LOST was created'],
    ['Mark as created', 'created', { state: 'done', result_id: null, message: null }, 'LD-LOST was created'],
    ['Mark as not created', 'not_created', { state: 'failed' }, 'LD-LOST was not created'],
    ['Check now', 'check', { state: 'unknown', message: 'Not found yet.' }, 'LD-LOST is still not confirmed'],
  ])('%s: resolves the intent and shows the outcome', async (button, outcome, after, words) => {
    const { user, frame, asked, opened } = await open([], {
      ...unknown,
      'POST /api/intents/': { body: { ...intent, ...after } },
    });
    await user.click(screen.getByRole('button', { name: button }));
    await frame();
    expect(asked).toHaveBeenCalledWith(
      `/api/intents/${id(40)}/resolve`,
      expect.objectContaining({ body: JSON.stringify({ outcome }) }),
    );
    expect(screen.getByText(words)).toBeDefined();
    expect(opened()).toEqual('result_id' in after && after.result_id ? [id(309)] : []);
  });

  it('stay, with a message, when the check fails', async () => {
    const { user, frame } = await open([], { ...unknown, 'POST /api/intents/': new TypeError('lost') });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await frame();
    expect(screen.getByText("Couldn't check LD-LOST")).toBeDefined();
    expect(screen.getAllByText('LD-LOST').length).toBeGreaterThan(0);
  });
});
