// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { TriageEvent, TriageResult } from '@waypost/contract/api/triage';
import { RUNNING_LATE } from '@waypost/triage/testing/states';
import { describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { useLoad } from '../../../live/context.ts';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, openTriage, stop } from '../../../testing/loads.ts';
import { type Answers, draw, leaveToSignIn, type Setup } from '../../../testing/render.tsx';
import { personZone } from '../../../ui/time.ts';
import { toWall } from '../../../ui/zoned.ts';
import { TriageSection } from './TriageSection.tsx';

const TRIAGE = openTriage();
const EVENT: TriageEvent = {
  seq: 7,
  act_id: id(60),
  exception_id: id(40),
  at: ago(2 * MINUTE),
  by: { sub: 'ann', name: 'Ann' },
  kind: 'assign',
  cause: 'no_signal',
  owner: { sub: 'ann', name: 'Ann' },
  text: null,
  until: null,
  reason: null,
  undone: false,
};
const done: TriageResult = { act_id: id(61), done: [id(1)], changed: [id(1)], refused: [] };

function Shown({ load_id }: { readonly load_id: string }) {
  const shown = useLoad(load_id);
  return shown ? <TriageSection load={shown} /> : null;
}

async function open(
  triage: Partial<LoadTriage> | null,
  more: { answers?: Answers; setup?: Setup; load?: Parameters<typeof load>[0] } = {},
) {
  const sent: { act: unknown; items: unknown }[] = [];
  const board_load = load({
    tracking_health: 'no_signal',
    last_position: null,
    triage: triage && { ...TRIAGE, ...triage },
    ...more.load,
  });
  const answers: Answers = {
    'POST /api/triage/acts': (init) => {
      sent.push(JSON.parse(String(init.body)));
      return { body: done };
    },
    'GET /api/loads/': { body: { items: [EVENT] } },
    'GET /api/triage/people': { body: { items: [{ sub: 'bob', name: 'Bob' }] } },
    ...more.answers,
  };
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Shown load_id={board_load.load_id} />
    </WithQueries>,
    { loads: [board_load], ...more.setup, answers },
  );
  const section = within(screen.getByRole('region', { name: 'Triage' }));
  return { ...drawn, sent, section };
}

describe('the triage of a load', () => {
  it('shows owner, snooze and history', async () => {
    const { section } = await open({
      owner: { sub: 'ann', name: 'Ann' },
      snooze: { until: null, by_name: 'Ann', at: ago(MINUTE) },
    });
    expect(section.getByText(/Taken by .*Ann/)).toBeDefined();
    expect(section.getByText(/Snoozed by .*Ann.* until something changes/)).toBeDefined();
    expect(within(await section.findByRole('list', { name: 'History' })).getByText('Taken')).toBeDefined();
    expect(section.getByRole('button', { name: 'End snooze' })).toBeDefined();
  });

  it('reads the history again after a call, or its undo, that leaves the exception as it is', async () => {
    let reads = 0;
    const { section, live } = await open(
      {},
      {
        answers: {
          'GET /api/loads/': () => {
            reads += 1;
            return { body: { items: [EVENT] } };
          },
        },
      },
    );
    await section.findByRole('list', { name: 'History' });
    const before = reads;
    const last_call = { outcome: 'left_message', by_name: 'Ann', at: ago(0), text: null } as const;
    const { load_id } = load();
    act(() => {
      live.store.apply({ items: [{ load_id, version: 9, last_call }], removed: [] });
      live.store.flush();
    });
    await waitFor(() => expect(reads).toBe(before + 1));
  });

  it('says of a load whose appointment passed why it is not listed', async () => {
    const stops = [stop({ estimated_arrival_at: ago(HOUR) })];
    const { section } = await open(null, {
      load: { ...load(), stops, motion: null, predicted_arrivals: [], triage: null },
    });
    expect(section.getByText(/the truck may have been there unseen/)).toBeDefined();
  });

  it.each([
    ['the truck may have been there unseen.', 'agree'],
    ['its truck is not confirmed yet.', null],
  ])('says of a pickup that passed before our estimate begins: %s', async (why, agreement) => {
    const stops = [
      stop({ estimated_arrival_at: ago(HOUR) }),
      stop({ id: id(2), sequence: 1, estimated_arrival_at: ago(-9 * HOUR) }),
    ];
    const predicted_arrivals = RUNNING_LATE.predicted_arrivals.map((one) => ({
      ...one,
      running_late: false,
    }));
    const vehicle_assignment = assignment({ agreement });
    const { section } = await open(null, {
      load: { ...load(), stops, predicted_arrivals, vehicle_assignment, triage: null },
    });
    expect(section.getByText(`Nothing to triage yet: the appointment has passed, and ${why}`)).toBeDefined();
  });

  it('can be taken, noted and snoozed by keyboard alone', async () => {
    const { user, sent, frame } = await open({});
    await user.keyboard('t');
    await user.keyboard('n');
    await frame();
    await user.keyboard('Gate 4{Control>}{Enter}{/Control}');
    await frame();
    await user.keyboard('z');
    await frame();
    expect(sent.map(({ act }) => act)).toEqual([
      { kind: 'assign' },
      { kind: 'note', text: 'Gate 4' },
      { kind: 'snooze', until: null },
    ]);
    expect(sent[0]?.items).toEqual([{ load_id: id(1), version: 7 }]);
  });

  it('is taken, noted and snoozed by two keys and the note, as one act', async () => {
    const { user, sent, frame } = await open({});
    await user.keyboard('n');
    await frame();
    await user.keyboard('Gate 4{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await frame();
    expect(sent.map(({ act }) => act)).toEqual([
      { kind: 'note', text: 'Gate 4', take: true, snooze_until: null },
    ]);
  });

  it('gives the focus back to the button of a note that is left with Escape', async () => {
    const { user, frame } = await open({});
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await frame();
    await user.keyboard('Gate{Escape}');
    await frame();
    expect(screen.queryByLabelText('Note')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add note' }));
  });

  it('asks before it is taken from somebody else', async () => {
    const { user, sent, frame } = await open({ owner: { sub: 'ann', name: 'Ann' } });
    await user.keyboard('t');
    const question = await screen.findByRole('dialog', { name: /^Take / });
    expect(question.textContent).toMatch(/Ann.* has this load\. Take it from .*Ann.*\?/);
    await user.click(within(question).getByRole('button', { name: 'Leave it' }));
    await frame();
    expect(sent).toEqual([]);
    await user.keyboard('t');
    await user.click(await screen.findByRole('button', { name: 'Take it' }));
    await frame();
    expect(sent.map(({ act }) => act)).toEqual([{ kind: 'assign' }]);
  });

  it('can be snoozed until a custom time, which must be in the future', async () => {
    const { user, sent, frame } = await open({});
    await user.keyboard('Z');
    await user.click(await screen.findByRole('menuitem', { name: 'Until a time…' }));
    const field = await screen.findByLabelText(/^Snooze until/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: '2001-01-01T10:00' } });
    await user.click(within(field.closest('form') as HTMLElement).getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText('Choose a time in the future')).toBeDefined();
    expect(sent).toEqual([]);
    const wanted = NOW + 90 * MINUTE;
    fireEvent.change(field, { target: { value: toWall(wanted, personZone()) } });
    await user.click(within(field.closest('form') as HTMLElement).getByRole('button', { name: 'Snooze' }));
    await frame();
    const until = new Date(Math.floor(wanted / MINUTE) * MINUTE).toISOString();
    expect(sent.map(({ act }) => act)).toEqual([{ kind: 'snooze', until }]);
    expect(screen.queryByLabelText(/^Snooze until/)).toBeNull();
  });

  it('can be snoozed for a time by key and menu', async () => {
    const { user, sent } = await open({});
    await user.keyboard('Z');
    await user.click(await screen.findByRole('menuitem', { name: /^1 hour to/ }));
    expect(sent.map(({ act }) => act)).toEqual([{ kind: 'snooze', until: ago(-HOUR) }]);
  });

  it('ends a snooze by the same key', async () => {
    const { user, sent } = await open({ snooze: { until: null, by_name: 'Ann', at: ago(MINUTE) } });
    await user.keyboard('z');
    expect(sent.map(({ act }) => act)).toEqual([{ kind: 'wake' }]);
  });

  it('reports each change in one message that replaces the previous one', async () => {
    const { user, frame } = await open({});
    await user.keyboard('t');
    await frame();
    await user.keyboard('z');
    await frame();
    const messages = within(screen.getByRole('region', { name: 'Messages' }));
    expect(messages.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
    expect(messages.getByText(/snoozed until something changes$/)).toBeDefined();
  });

  it('does not say that the connection is lost once it is back, but that the change is not confirmed', async () => {
    const { user, connection } = await open(
      {},
      { answers: { 'POST /api/triage/acts': new Error('offline') } },
    );
    await user.keyboard('t');
    const messages = within(await screen.findByRole('region', { name: 'Messages' }));
    expect(await messages.findByText('The Waypost server is not responding')).toBeDefined();
    act(() => connection.set({ phase: 'offline', since: null }));
    act(() => connection.set({ phase: 'live' }));
    expect(messages.queryByText('The Waypost server is not responding')).toBeNull();
    expect(messages.getByText('Connected again.')).toBeDefined();
    expect(messages.getByRole('button', { name: 'Try again' })).toBeDefined();
    await user.click(messages.getByRole('button', { name: 'Dismiss' }));
    act(() => connection.set({ phase: 'offline', since: null }));
    act(() => connection.set({ phase: 'live' }));
    expect(messages.queryByText('Connected again.')).toBeNull();
  });

  it('offers undo', async () => {
    const undone: unknown[] = [];
    const { user } = await open(
      {},
      {
        answers: {
          'POST /api/triage/undo': (init) => {
            undone.push(JSON.parse(String(init.body)));
            return { body: done };
          },
        },
      },
    );
    await user.keyboard('t');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undone).toEqual([{ act_id: id(61) }]);
    expect(await screen.findByText('Undone')).toBeDefined();
  });

  it('offers no undo when nothing changed', async () => {
    const { user } = await open(
      {},
      { answers: { 'POST /api/triage/acts': { body: { ...done, changed: [] } } } },
    );
    await user.keyboard('t');
    expect(await screen.findByText('It was so already.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says what somebody else did instead of overwriting it', async () => {
    const refused = { load_id: id(1), because: 'changed', last: EVENT, triage: TRIAGE } as const;
    const { user } = await open(
      {},
      {
        answers: {
          'POST /api/triage/acts': { body: { ...done, done: [], changed: [], refused: [refused] } },
        },
      },
    );
    await user.keyboard('t');
    expect(await screen.findByText('Nothing was changed')).toBeDefined();
    expect(screen.getByText(/LD-48213.* stays as it is: .*Ann.*, 2 min ago: Taken/)).toBeDefined();
  });

  it('retries with the same id after a lost response, so that it is done once', async () => {
    const ids: string[] = [];
    let lost = true;
    const { user } = await open(
      {},
      {
        answers: {
          'POST /api/triage/acts': (init) => {
            ids.push((JSON.parse(String(init.body)) as { act_id: string }).act_id);
            return lost ? new TypeError('Failed to fetch') : { body: done };
          },
        },
      },
    );
    await user.keyboard('t');
    const what = /^Take .*LD-48213.* not confirmed: the connection was lost$/;
    expect(await screen.findByText(what)).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(what)).toBeDefined();
    lost = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  it('keeps the draft of a note', async () => {
    const { user, unmount } = await open({});
    await user.keyboard('n');
    await user.keyboard('Driver says');
    unmount();
    const again = await open({});
    expect((again.section.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Driver says');
  });

  it('keeps the time of a snooze when the session ends', async () => {
    const page = await open({});
    await page.user.keyboard('Z');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Until a time…' }));
    const typed = toWall(NOW + 90 * MINUTE, personZone());
    fireEvent.change(await screen.findByLabelText(/^Snooze until/), { target: { value: typed } });
    leaveToSignIn(page);
    await open({});
    expect(screen.getByLabelText<HTMLInputElement>(/^Snooze until/).value).toContain(typed.slice(-5));
  });

  it('can be assigned to somebody else, and closed with a reason', async () => {
    const { user, sent, section } = await open({});
    await user.click(section.getByRole('button', { name: 'Assign' }));
    await user.click(await screen.findByRole('menuitem', { name: /Bob/ }));
    await user.keyboard('c');
    await user.click(await screen.findByRole('menuitem', { name: 'False alarm' }));
    expect(sent.map(({ act }) => act)).toEqual([
      { kind: 'assign', sub: 'bob' },
      { kind: 'close', reason: 'false_alarm' },
    ]);
  });

  it('is assigned as it was when the menu opened, so that somebody who takes it meanwhile keeps it', async () => {
    const { user, sent, section, live } = await open({});
    await user.click(section.getByRole('button', { name: 'Assign' }));
    const bob = await screen.findByRole('menuitem', { name: /Bob/ });
    const triage = { ...TRIAGE, owner: { sub: 'eve', name: 'Eve' }, version: 8 };
    act(() => {
      live.store.apply({ items: [{ load_id: id(1), version: 9, triage }], removed: [] });
      live.store.flush();
    });
    expect(section.getByText(/Taken by .*Eve/)).toBeDefined();
    await user.click(bob);
    expect(sent).toMatchObject([{ items: [{ load_id: id(1), version: 7 }] }]);
  });

  it('only offers to reopen a closed exception', async () => {
    const { section } = await open({ closed: { reason: 'known', by_name: 'Ann', at: ago(MINUTE) } });
    expect(section.getByText(/Closed by .*Ann.* 1 min ago: Known, no action needed/)).toBeDefined();
    expect(section.getByRole('button', { name: 'Reopen' })).toBeDefined();
    expect(section.queryByRole('button', { name: 'Snooze' })).toBeNull();
  });

  it('is read-only for a viewer', async () => {
    const { user, sent, section } = await open({}, { setup: { roles: ['viewer'] } });
    await user.keyboard('tnzc');
    await user.click(section.getByRole('button', { name: 'Take' }));
    expect(sent).toEqual([]);
    expect(section.getByRole('button', { name: 'Take' }).getAttribute('aria-disabled')).toBe('true');
    expect(section.queryByLabelText('Note')).toBeNull();
  });
});
