// @vitest-environment happy-dom

import { act, screen, waitFor, within } from '@testing-library/react';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { HandoverItem, TriageResult } from '@waypost/contract/api/triage';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, id, load, MINUTE, openTriage } from '../../../testing/loads.ts';
import { type Answers, draw, type Setup } from '../../../testing/render.tsx';
import { HandoverView } from './HandoverView.tsx';

const DANA = { sub: 'dana', name: 'Dana Ortiz' };
const BOB = { sub: 'bob', name: 'Bob' };
const CAL = { sub: 'cal', name: 'Cal' };

const silent = (n: number, owner: LoadTriage['owner'], more: Partial<LoadTriage> = {}) =>
  load({
    load_id: id(n),
    load_ref: `LD-${n}`,
    tracking_health: 'no_signal',
    last_position: null,
    triage: openTriage({ owner, ...more }),
  });
const item = (n: number, owner: HandoverItem['owner'], more: Partial<HandoverItem> = {}): HandoverItem => ({
  load_id: id(n),
  owner,
  offer: null,
  last_change: null,
  ...more,
});
const NO_FLEETS = { items: [], loads_of_unknown_fleet: 0, read_at: null, read_problem: null };
const OFFER = { at: ago(MINUTE), to: null, text: null };
const handedTo = (to: HandoverItem['owner'] | null, text: string | null = null) => ({
  offer: { ...OFFER, to, text },
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
        'GET /api/contacts': { body: { items: [] } },
        'GET /api/fleets': { body: NO_FLEETS },
        'GET /api/triage/people': { body: { items: [BOB, CAL, DANA] } },
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

const EVENT: NonNullable<HandoverItem['last_change']> = {
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

beforeEach(() => localStorage.clear());

describe('the handover', () => {
  it('keeps the note of whoever handed loads over, once, on the screen and as text', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const taken_over = { at: ago(MINUTE), from: BOB, text: 'Dock 4 is closed' };
    const { user } = await open([item(1, DANA, { taken_over }), item(2, DANA, { taken_over })]);
    const note = /^Note from .*Bob.* for the shift \(\d\d:\d\d\): Dock 4 is closed$/m;
    expect(await screen.findAllByText(note)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    expect(String(write.mock.lastCall?.[0] ?? (await navigator.clipboard.readText()))).toMatch(note);
  });

  it('says what loads of one cause have in common once, and of each load only its own; as text too', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const last_note = { text: 'Gate 4', by_name: 'Bob', at: ago(MINUTE) };
    const { user } = await open([item(1, DANA, { last_change: EVENT }), item(2, DANA)], {
      setup: { loads: [silent(1, DANA, { last_note, notes: 1 }), silent(2, DANA)] },
    });
    const mine = within(await screen.findByRole('region', { name: 'You have 2 loads' }));
    const shown = within(mine.getByRole('list', { name: 'No pings from truck yet' }));
    expect(shown.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      expect.stringMatching(
        /^LD-1: .*Snooze ended: health changed, \d\d:\d\d\.Truck: Unit 1187\. Carrier: Ironwood TransportNote by Bob, \d\d:\d\d: Gate 4$/,
      ),
      expect.stringMatching(/^LD-2/),
    ]);
    const why = 'Its location is shared with us, but its device has sent nothing.';
    expect(mine.getAllByText(why)).toHaveLength(1);
    await user.type(screen.getByLabelText('Note for the shift (optional)'), 'Dock 4 is closed');
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = String(write.mock.lastCall?.[0] ?? (await navigator.clipboard.readText()));
    expect(text).toMatch(
      /^Handover from Dana Ortiz, .*: 2 loads\n\nNote for the shift: Dock 4 is closed\n\n/,
    );
    expect(text.split(why)).toHaveLength(2);
    expect(text).toMatch(
      /\n- LD-1: .*Snooze ended: health changed, .*\.\n {2}Truck: .*\n {2}Note by Bob, .*: Gate 4\n- LD-2/,
    );
    expect(text).not.toContain('..');
  });

  it('says whom to call first about each load: the primary contact, else the number kept with the load', async () => {
    const fleet = { fleet_id: id(70), name: 'Ironwood Transport', fleet_ref: null };
    const ann = { contact_id: id(71), fleet_id: fleet.fleet_id, name: 'Ann Lee', role: 'Dispatch' };
    const more = { email: null, is_primary: true, created_at: ago(0), updated_at: ago(0) };
    const contact = { ...ann, ...more, phone: '806 555 0142', updated_by_name: 'Bob' };
    const carrier_phone = { phone: '806 555 0199', by_name: 'Bob', at: ago(MINUTE) };
    await open([item(1, DANA), item(2, DANA)], {
      setup: {
        loads: [
          { ...silent(1, DANA), fleet },
          { ...silent(2, DANA), fleet: null, carrier_phone },
        ],
      },
      answers: { 'GET /api/contacts': { body: { items: [contact] } } },
    });
    expect(
      (await screen.findByText(/Carrier: Ironwood Transport\. Call first: Ann Lee,$/)).textContent,
    ).toMatch(/ 806 555 0142$/);
    expect(screen.getByText(/Call first: Carrier of this load,$/).textContent).toMatch(/ 806 555 0199$/);
    // Alone, so that a line break never divides it.
    expect(screen.getByText('806 555 0142')).toBeDefined();
    expect(screen.getAllByText(/^Times /)).toHaveLength(1);
  });

  it('says so when contacts could not be read, and reads them again', async () => {
    let fails = true;
    const problem = { code: 503, reason: 'internal', message: 'The store is shut', detail: null };
    const { user } = await open([item(1, DANA)], {
      answers: {
        'GET /api/contacts': () => (fails ? { status: 503, body: problem } : { body: { items: [] } }),
      },
    });
    expect(await screen.findAllByText(/^Contacts couldn't be loaded/)).not.toHaveLength(0);
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/^Contacts couldn't be loaded/)).toBeNull());
  });

  it('goes to whoever comes next with one click', async () => {
    const { user, sent } = await open([item(1, DANA), item(2, DANA, { offer: OFFER })]);
    expect(await screen.findByText(/1 load handed over\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hand over 1 load' }));
    expect(sent).toMatchObject([{ items: [{ load_id: id(1), version: 7 }] }]);
    expect(sent[0]?.act).toEqual({ kind: 'offer' });
  });

  it('goes to a named person with a note, which is kept as a draft until it is sent', async () => {
    const first = await open([item(1, DANA)]);
    await first.user.selectOptions(await screen.findByLabelText('Hand over to'), 'Bob');
    await first.user.type(screen.getByLabelText('Note for the shift (optional)'), 'Dock 4 is closed');
    first.unmount();
    const { user, sent, unmount } = await open([item(1, DANA)]);
    await screen.findByRole('option', { name: 'Bob' });
    await user.click(await screen.findByRole('button', { name: 'Hand over 1 load' }));
    expect(sent[0]?.act).toEqual({ kind: 'offer', to_sub: 'bob', text: 'Dock 4 is closed' });
    unmount();
    await open([item(1, DANA)]);
    expect(await screen.findByLabelText('Note for the shift (optional)')).toHaveProperty('value', '');
  });

  it('starts from the last handover when it is handed over again', async () => {
    const { user, sent } = await open([item(1, DANA, handedTo(BOB, 'Dock 4 is closed'))]);
    expect(await screen.findByText(/^Handed over to Bob\./)).toBeDefined();
    await screen.findByRole('option', { name: 'Bob' });
    await user.type(screen.getByLabelText('Note for the shift (optional)'), ' again');
    await user.click(screen.getByRole('button', { name: 'Hand over again' }));
    expect(sent[0]?.act).toEqual({ kind: 'offer', to_sub: 'bob', text: 'Dock 4 is closed again' });
  });

  it('can be accepted without some of its loads', async () => {
    const { user, sent } = await open([
      item(1, BOB, handedTo(DANA, 'Dock 4 is closed')),
      item(2, BOB, handedTo(DANA, 'Dock 4 is closed')),
    ]);
    const offer = within(await screen.findByRole('region', { name: 'Bob hands over 2 loads to you' }));
    expect(offer.getByText('Note for the shift: Dock 4 is closed')).toBeDefined();
    await user.click(offer.getByRole('checkbox', { name: /LD-2/ }));
    await user.click(offer.getByRole('button', { name: 'Accept 1 load' }));
    expect(sent).toMatchObject([{ act: { kind: 'assign' }, items: [{ load_id: id(1) }] }]);
  });

  it('can be declined by the person it names, and its owner sees that and hands it over again', async () => {
    const first = await open([item(1, BOB, handedTo(DANA)), item(2, BOB, { offer: OFFER })]);
    const offer = within(await screen.findByRole('region', { name: 'Bob hands over 1 load to you' }));
    await first.user.click(offer.getByRole('button', { name: 'Decline' }));
    expect(first.sent).toMatchObject([{ act: { kind: 'decline' }, items: [{ load_id: id(1) }] }]);
    expect(screen.getAllByRole('button', { name: 'Decline' })).toHaveLength(1);
    first.unmount();
    const declined = { offer: { ...OFFER, to: BOB, declined: true } };
    await open([item(1, DANA, declined), item(2, DANA, handedTo(BOB))]);
    expect(await screen.findByText(/^Bob declined 1 load\. 1 load handed over to Bob\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Hand over 1 load' })).toBeDefined();
  });

  it('that I have declined is no longer offered to me first, but can still be accepted', async () => {
    await open([item(1, BOB, { offer: { ...OFFER, to: DANA, declined: true } })]);
    const offer = within(
      await screen.findByRole('region', { name: 'Bob hands over 1 load to you, declined' }),
    );
    expect(offer.getByRole('button', { name: 'Accept 1 load' })).toBeDefined();
    expect(offer.queryByRole('button', { name: 'Decline' })).toBeNull();
  });

  it('is a line that opens while there are loads of my own, which are then in view', async () => {
    const { user } = await open([item(1, BOB, handedTo(DANA)), item(2, DANA)]);
    const offer = within(await screen.findByRole('region', { name: 'Bob hands over 1 load to you' }));
    expect(offer.queryByRole('checkbox')).toBeNull();
    await user.click(offer.getByRole('button', { name: /^Show the loads of .*Bob/ }));
    expect(offer.getByRole('checkbox', { name: /LD-1/ })).toBeDefined();
    expect(offer.getByRole('button', { name: 'Accept 1 load' })).toBeDefined();
  });

  it('that is meant for another person comes last, and is accepted only after a question', async () => {
    const { user, sent } = await open([
      item(1, BOB, handedTo(CAL)),
      item(2, CAL, { offer: OFFER }),
      item(3, BOB, handedTo(DANA)),
    ]);
    const offers = await screen.findAllByRole('region', { name: /hands over/ });
    expect(offers.map((offer) => offer.getAttribute('aria-labelledby'))).toHaveLength(3);
    expect(screen.getAllByRole('heading', { name: /hands over/ }).map((one) => one.textContent)).toEqual([
      'Bob hands over 1 load to you',
      'Cal hands over 1 load',
      'Bob hands over 1 load to Cal',
    ]);
    const other = within(screen.getByRole('region', { name: 'Bob hands over 1 load to Cal' }));
    await user.click(other.getByRole('button', { name: 'Accept 1 load' }));
    const question = within(await screen.findByRole('dialog'));
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Accept 1 load' }));
    expect(sent).toMatchObject([{ act: { kind: 'assign' }, items: [{ load_id: id(1) }] }]);
  });

  it('is read again only when an exception that has an owner changes', async () => {
    const { live, asked } = await open([item(1, DANA)]);
    await screen.findByRole('region', { name: 'You have 1 load' });
    const read = () => asked.mock.calls.filter(([path]) => path === '/api/triage/handover').length;
    const change = (change: number, n: number, owner: LoadTriage['owner']) =>
      act(() => {
        live.store.apply({ items: [{ ...silent(n, owner, { change }), version: change }], removed: [] });
        live.store.flush();
      });
    await change(50, 9, null);
    await change(51, 9, null);
    expect(read()).toBe(1);
    await change(52, 1, DANA);
    await expect.poll(read).toBe(2);
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
    const { user, sent } = await open([item(1, BOB, { offer: OFFER })], {
      setup: { roles: ['viewer'] },
    });
    const accept = await screen.findByRole('button', { name: 'Accept 1 load' });
    await user.click(accept);
    expect(accept.getAttribute('aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
  });
});
