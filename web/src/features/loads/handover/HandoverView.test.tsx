// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { HandoverItem, TriageResult } from '@waypost/contract/api/triage';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, HOUR, id, load, MINUTE, openTriage } from '../../../testing/loads.ts';
import { type Answers, draw, type Setup } from '../../../testing/render.tsx';
import { HandoverView } from './HandoverView.tsx';

const DANA = { sub: 'dana', name: 'Dana Ortiz' };
const BOB = { sub: 'bob', name: 'Bob' };

const triage = (owner: LoadTriage['owner']) => openTriage({ owner });
const silent = (n: number, owner: LoadTriage['owner']) =>
  load({
    load_id: id(n),
    load_ref: `LD-${n}`,
    tracking_health: 'no_signal',
    last_position: null,
    triage: triage(owner),
  });
const item = (n: number, owner: HandoverItem['owner'], more: Partial<HandoverItem> = {}): HandoverItem => ({
  load_id: id(n),
  owner,
  taken_at: ago(HOUR),
  offered_at: null,
  changes: [],
  notes: [],
  ...more,
});

async function open(items: readonly HandoverItem[], more: { answers?: Answers; setup?: Setup } = {}) {
  const sent: { act: unknown; items: unknown }[] = [];
  const done: TriageResult = { act_id: id(61), done: [id(1)], changed: [id(1)], refused: [] };
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <HandoverView />
    </WithQueries>,
    {
      loads: items.map(({ owner }, n) => silent(n + 1, owner)),
      ...more.setup,
      answers: {
        'GET /api/triage/handover': { body: { items } },
        'POST /api/triage/acts': (init) => {
          sent.push(JSON.parse(String(init.body)));
          return { body: done };
        },
        ...more.answers,
      },
    },
  );
  return { ...drawn, sent };
}

const EVENT: HandoverItem['changes'][number] = {
  seq: 9,
  act_id: null,
  exception_id: id(40),
  at: ago(5 * MINUTE),
  by: null,
  kind: 'woke',
  cause: 'no_signal',
  owner: null,
  text: null,
  until: null,
  reason: 'position',
  undone: false,
};

describe('the handover', () => {
  it('shows my loads with their changes and notes, and can be copied as text', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const notes = [{ text: 'Gate 4', by_name: 'Bob', at: ago(MINUTE) }];
    const { user } = await open([item(1, DANA, { changes: [EVENT], notes })]);
    const mine = within(await screen.findByRole('region', { name: 'You have 1 load' }));
    expect(mine.getByRole('link', { name: 'LD-1' })).toBeDefined();
    expect(mine.getByText(/Snooze ended: health changed/)).toBeDefined();
    expect(mine.getByText(/Gate 4/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = String(write.mock.lastCall?.[0] ?? (await navigator.clipboard.readText()));
    expect(text).toMatch(/^Handover, Dana Ortiz, .*: 1 load\n\nLD-1: No pings/);
    expect(text).toMatch(/Snooze ended: health changed\n {2}Note, .*, Bob: Gate 4$/);
  });

  it('can be offered to the next shift with one click', async () => {
    const { user, sent } = await open([item(1, DANA), item(2, DANA, { offered_at: ago(MINUTE) })]);
    expect(await screen.findByText(/1 load handed over/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hand over 1 load' }));
    expect(sent).toMatchObject([{ act: { kind: 'offer' }, items: [{ load_id: id(1), version: 7 }] }]);
  });

  it('can be accepted without some of its loads', async () => {
    const offered_at = ago(MINUTE);
    const { user, sent } = await open([item(1, BOB, { offered_at }), item(2, BOB, { offered_at })]);
    expect(await screen.findByRole('region', { name: /Bob.* is handing over 2 loads/ })).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /LD-2/ }));
    await user.click(screen.getByRole('button', { name: 'Accept 1 load' }));
    expect(sent).toMatchObject([{ act: { kind: 'assign' }, items: [{ load_id: id(1) }] }]);
  });

  it('folds the loads of people who have handed nothing over, and lets others take them over', async () => {
    const { user, sent } = await open([item(1, BOB)]);
    const bobs = within(await screen.findByRole('region', { name: /Bob.* has 1 load/ }));
    expect(bobs.queryByText('LD-1')).toBeNull();
    await user.click(bobs.getByRole('button', { name: /Show/ }));
    await user.click(bobs.getByRole('button', { name: 'Take over 1 load' }));
    expect(sent).toHaveLength(1);
  });

  it('says when there is nothing to hand over', async () => {
    await open([]);
    expect(await screen.findByText('Nothing to hand over')).toBeDefined();
    const button = screen.getByRole('button', { name: 'Hand over' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('says when it cannot be loaded, and retries', async () => {
    let broken = true;
    const { user } = await open([item(1, DANA)], {
      answers: {
        'GET /api/triage/handover': () =>
          broken
            ? { status: 503, body: { code: 503, message: 'Down', detail: null, reason: 'unavailable' } }
            : { body: { items: [item(1, DANA)] } },
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await screen.findByRole('region', { name: 'You have 1 load' })).toBeDefined();
  });

  it('lets a viewer read, but not accept', async () => {
    const { user, sent } = await open([item(1, BOB, { offered_at: ago(MINUTE) })], {
      setup: { roles: ['viewer'] },
    });
    const accept = await screen.findByRole('button', { name: 'Accept 1 load' });
    await user.click(accept);
    expect(accept.getAttribute('aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
  });
});
