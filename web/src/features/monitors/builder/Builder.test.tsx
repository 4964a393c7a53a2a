// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  blank,
  create,
  created,
  intent,
  open,
  problem,
  radius,
  resetStorage,
} from '../../../testing/builder.tsx';
import { AMARILLO, DENVER, draft, draftStop, facts, PUEBLO } from '../../../testing/drafts.ts';
import { ago, HOUR, id } from '../../../testing/loads.ts';
import type { Answer } from '../../../testing/render.tsx';
import { prefs } from '../../../ui/prefs.ts';

beforeEach(resetStorage);

describe('sending', () => {
  it('takes one click when nothing is missing and sends the key of the draft', async () => {
    const { user, frame, sent, onCreated, drafts } = await open();
    expect(screen.getByText(/Create monitor, track until/)).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent()).toEqual([
      { key: id(40_001), body: expect.objectContaining({ name: 'LD-48213', vehicle_id: id(500) }) },
    ]);
    expect(onCreated).toHaveBeenCalledWith(id(600));
    expect(drafts.read('blank')).toBeNull();
  });

  it('shows what is missing at its field and focuses it instead of sending', async () => {
    const { user, frame, sent } = await open({ createDraft: blank });
    await user.click(create());
    await frame();
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Vehicle' }));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('3 errors')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /Destination has no circle/ }));
    await frame();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Place of Destination' }));
  });

  it('is not blocked by stops that are left out, names them, and adds them on request', async () => {
    const rest = draftStop({ key: 'r', name: 'Rest stop Cameron', center: null, load_stop_sequence: 1 });
    const { user, frame, sent } = await open({ createDraft: () => draft({ left_out: [rest] }) });
    expect(
      screen.getByText(/1 stop without a place to track is left out: .?Rest stop Cameron/),
    ).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Add it' }));
    expect(screen.queryByText(/left out/)).toBeNull();
    expect(screen.getByText('Trip (3 stops)')).toBeDefined();
  });

  it('says whether the arrival at the first appointment can be recorded', async () => {
    const starting = (planned_arrival_at: string) => () =>
      draft({ stops: [draftStop({ planned_arrival_at }), draftStop({ key: 'b', center: PUEBLO })] });
    const { unmount } = await open({ createDraft: starting(ago(-3 * HOUR)) });
    expect(screen.getByText(/^Starts before the first appointment \(.*\d\d:\d\d [A-Z]+\)/)).toBeDefined();
    unmount();
    resetStorage();
    const there = facts({ last_position: { ...AMARILLO, occurred_at: ago(0) } });
    await open({
      createDraft: starting(ago(2 * HOUR)),
      answers: { 'POST /api/monitors/facts': { body: there } },
    });
    expect(
      screen.getByText(/is before the start: what happens there until then is not recorded/),
    ).toBeDefined();
  });

  it('is not blocked by warnings', async () => {
    const { user, frame, sent } = await open({
      answers: { 'POST /api/monitors/facts': { body: facts({ location_shared: 'no' }) } },
    });
    await waitFor(() => expect(screen.getByText(/No active agreement/)).toBeDefined());
    await user.click(create());
    await frame();
    expect(sent()).toHaveLength(1);
  });

  it('shows a 422 at its field, also of a stop, until the field changes', async () => {
    const detail = [
      { path: 'body.stops.0.radius_meters', input: '2000', message: 'must be at most 1000', error_type: 'x' },
    ];
    const { user, frame } = await open({
      createDraft: () =>
        draft({
          stops: [
            draftStop({ key: 'a' }),
            draftStop({ key: 'b', name: 'Pueblo', center: PUEBLO }),
            draftStop({ key: 'c', center: DENVER }),
          ],
        }),
      create: problem(422, { detail }),
    });
    await user.click(create());
    await frame();
    expect(document.activeElement).toBe(screen.getByLabelText('Radius of Pueblo'));
    expect(screen.getByText('Rejected: must be at most 1000')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was created.*marked field/);
    await user.clear(radius());
    await user.type(radius(), '1');
    expect(screen.queryByText(/must be at most 1000/)).toBeNull();
  });

  it.each([
    [403, /active agreement that shares this truck's location/],
    [409, /already tracks the truck/],
  ])('explains a %d', async (code, words) => {
    const { user, frame, onCreated } = await open({ create: problem(code) });
    await user.click(create());
    await frame();
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(onCreated).not.toHaveBeenCalled();
  });

  const paused = (retry_after_seconds: number) =>
    problem(429, { reason: 'service_paused', detail: { retry_after_seconds, message: 'wait' } });

  it('waits out a 429 and retries with the same key', async () => {
    const answers = [paused(0), created];
    const { user, sent, onCreated } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(id(600)));
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('cancels the countdown of a 429 on request', async () => {
    const { user, frame, sent } = await open({ create: paused(60) });
    await user.click(create());
    await frame();
    expect(screen.getByText(/Sends automatically in 60 s/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Do not send' }));
    expect(screen.queryByText(/by itself/)).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('reports a lost response and retries with the same key', async () => {
    const answers: Answer[] = [new TypeError('Failed to fetch'), created];
    const { user, frame, sent, onCreated, drafts } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await frame();
    expect(screen.getByRole('alert').textContent).toMatch(/We don't know whether it arrived/);
    expect(drafts.read('blank')?.sent).toBe('no_answer');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await frame();
    expect(sent()[1]).toEqual(sent()[0]);
    expect(onCreated).toHaveBeenCalledOnce();
  });

  it('keeps draft and key when the outcome is unknown, so that no second monitor is created', async () => {
    const unknown = {
      status: 202,
      body: { intent: intent({ state: 'unknown', result_id: null, message: 'No answer' }), result: null },
    };
    const first = await open({ create: unknown });
    await first.user.click(create());
    await first.frame();
    expect(first.onUnknown).toHaveBeenCalledWith('No answer');
    first.unmount();
    const again = await open();
    expect(screen.getByText(/Not confirmed yet: checking whether it was created/)).toBeDefined();
    await again.user.click(create());
    await again.frame();
    expect(again.sent()[0]?.key).toBe(first.sent()[0]?.key);
  });

  it('sends a changed draft as a new monitor only after confirmation', async () => {
    const conflict = problem(409, { reason: 'conflict', service_status: null });
    const answers: Answer[] = [conflict, created];
    const { user, frame, sent } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await frame();
    await user.click(screen.getByRole('button', { name: 'Send as new' }));
    await user.click(create());
    await frame();
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key);
  });

  it('tells a viewer why the action is disabled and sends nothing', async () => {
    const { user, sent } = await open({ roles: ['viewer'] });
    await user.click(create());
    expect(sent()).toEqual([]);
    expect(create().getAttribute('aria-disabled')).toBe('true');
  });

  it('sends by Ctrl Enter from any field', async () => {
    const { user, frame, sent } = await open();
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Enter}');
    await frame();
    expect(sent()).toEqual([]);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await frame();
    expect(sent()).toHaveLength(1);
  });
});

describe('a truck that has passed the origin', () => {
  const passed = () => {
    const origin = draftStop({ key: 'a', name: 'Amarillo DC 4', planned_departure_at: ago(2 * HOUR) });
    return draft({ stops: [origin, draftStop({ key: 'b', name: 'Denver Warehouse', center: DENVER })] });
  };
  const namesOf = ({ body }: { readonly body: MonitorCommand }) =>
    body.about?.stops.map(({ name, around_truck }) => (around_truck ? 'around the truck' : name));

  it('starts at the next stop by default, says so, and can be started at the origin by one click', async () => {
    const { user, frame, sent } = await open({ createDraft: passed });
    expect(
      await screen.findByText(/^Starts at stop 2, because the truck has passed .?Amarillo DC 4/),
    ).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent().map(namesOf)).toEqual([['around the truck', 'Denver Warehouse']]);
  });

  it('starts behind all stops that it has passed, and undo leaves the decision to the person', async () => {
    const { user } = await open({
      createDraft: () => {
        const [origin, destination] = passed().stops;
        const stops = [origin, { ...origin, key: 'm', name: 'Pueblo Yard', center: PUEBLO }, destination];
        return draft({ stops: stops.flatMap((one) => (one ? [draftStop(one)] : [])) });
      },
    });
    expect(await screen.findByText(/^Starts at stop 3, because .*Amarillo DC 4.*Pueblo Yard/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start at stop 2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(screen.getByText(/^Starts at stop 2, /)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Start at stop 1' }));
    expect(screen.getByText('Trip (3 stops)')).toBeDefined();
  });

  it('is tracked from the origin when the person wants that', async () => {
    const { user, frame, sent } = await open({ createDraft: passed });
    await user.click(await screen.findByRole('button', { name: 'Start at stop 1' }));
    expect(screen.queryByText(/^Starts at stop 2/)).toBeNull();
    expect(screen.getByText(/its planned departure has passed\./)).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent().map(namesOf)).toEqual([['Amarillo DC 4', 'Denver Warehouse']]);
  });

  it('needs a confirmation when there is no later stop to start at', async () => {
    const there = facts({ last_position: { ...DENVER, occurred_at: ago(HOUR) } });
    const { user, frame, sent } = await open({
      createDraft: passed,
      answers: { 'POST /api/monitors/facts': { body: there } },
    });
    const anyway = await screen.findByRole('button', { name: 'Create it anyway' });
    expect(screen.getByRole('button', { name: /^1 to decide/ })).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent()).toEqual([]);
    await user.click(anyway);
    await user.click(create());
    await frame();
    expect(sent().map(namesOf)).toEqual([['Amarillo DC 4', 'Denver Warehouse']]);
  });
});

it('shows one finding of the checks in full, each other in a line until it is clicked', async () => {
  const { user } = await open({ createDraft: blank });
  const rows = within(screen.getByRole('region', { name: 'Checks' })).getAllByRole('listitem');
  const opened = () => rows.map((row) => row.hasAttribute('data-opened'));
  expect(opened().slice(0, 2)).toEqual([true, false]);
  await user.click(within(rows[1] as HTMLElement).getByRole('button'));
  expect(opened().slice(0, 2)).toEqual([false, true]);
});

describe('the vehicle', () => {
  it('converts a VIN to capital letters, shows its errors and fetches its facts', async () => {
    const { user, asked } = await open({ createDraft: blank });
    await user.click(screen.getByLabelText('VIN'));
    await user.type(screen.getByRole('textbox', { name: 'VIN' }), '1m8gdm9axkpO42788');
    await user.tab();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'VIN' }).value).toBe('1M8GDM9AXKPO42788');
    expect(screen.getAllByText(/A VIN has no letter O/).length).toBeGreaterThan(0);
    await user.clear(screen.getByRole('textbox', { name: 'VIN' }));
    await user.type(screen.getByRole('textbox', { name: 'VIN' }), '1M8GDM9AXKP042788');
    await waitFor(() =>
      expect(
        asked.mock.calls.some(([, init]) => init.body === JSON.stringify({ vin: '1M8GDM9AXKP042788' })),
      ).toBe(true),
    );
  });

  it('shows known facts', async () => {
    await open();
    expect(
      await screen.findByText(/Unit 1187, seen 1 min ago, reports every 60 s, location shared/),
    ).toBeDefined();
  });
});

describe('times', () => {
  it('show the zone and UTC, with the default and the longest end one click away', async () => {
    prefs.set({ time_zone: 'America/Chicago' });
    const { user, frame, sent } = await open();
    expect(screen.getByLabelText<HTMLInputElement>('Starts').value).toBe('Nov 20, 15:30');
    expect(screen.getByText('CST (Nov 20, 2026, 21:30 UTC)')).toBeDefined();
    prefs.set({ time_zone: null });
    await user.click(screen.getByRole('button', { name: '14 days (longest)' }));
    await user.click(create());
    await frame();
    expect(sent()[0]?.body).toMatchObject({ starts_at: ago(-HOUR), expires_at: ago(-HOUR - 14 * 24 * HOUR) });
  });

  it('leave the default end to the service', async () => {
    const { user, frame, sent } = await open();
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await user.click(screen.getByRole('button', { name: '3 days (default)' }));
    await user.click(create());
    await frame();
    expect(sent()[0]?.body).not.toHaveProperty('expires_at');
  });
});
