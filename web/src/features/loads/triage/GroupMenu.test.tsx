// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { LineFocus, LineFocusContext } from '../../../live/line-focus.ts';
import { Picks, PicksContext } from '../../../live/picks.ts';
import { ago, id, load, MINUTE, NOW, openTriage } from '../../../testing/loads.ts';
import { type Answers, draw, type Setup } from '../../../testing/render.tsx';
import { personZone } from '../../../ui/time.ts';
import { toWall } from '../../../ui/zoned.ts';
import { ListKeys } from '../list-keys.tsx';
import GroupMenu from './GroupMenu.tsx';

const ann = { sub: 'ann', name: 'Ann' };
const group = [
  load({ load_id: id(1), load_ref: 'LD-1', triage: openTriage() }),
  load({ load_id: id(2), load_ref: 'LD-2', triage: openTriage({ owner: ann }) }),
  load({
    load_id: id(3),
    load_ref: 'LD-3',
    triage: openTriage({ snooze: { until: null, by_name: 'Ann', at: ago(MINUTE) } }),
  }),
  load({
    load_id: id(4),
    load_ref: 'LD-4',
    triage: openTriage({ closed: { reason: 'known', by_name: 'Ann', at: ago(MINUTE) } }),
  }),
];

async function open(setup: Setup = {}, loads = group, answers: Answers = {}, child?: ReactNode) {
  const sent: [act: unknown, load_ids: string[]][] = [];
  const closed = vi.fn();
  const picks = new Picks();
  const drawn = await draw(
    <PicksContext value={picks}>
      {child ?? (
        <GroupMenu load_ids={loads.map(({ load_id }) => load_id)} point={{ x: 10, y: 10 }} onClose={closed} />
      )}
    </PicksContext>,
    {
      loads,
      ...setup,
      answers: {
        'POST /api/triage/acts': (init) => {
          const { act, items } = JSON.parse(String(init.body)) as {
            act: unknown;
            items: { load_id: string }[];
          };
          sent.push([act, items.map(({ load_id }) => load_id)]);
          const done = items.map(({ load_id }) => load_id);
          return { body: { act_id: id(61), done, changed: done, refused: [] } };
        },
        'GET /api/triage/people': { body: { items: [ann] } },
        ...answers,
      },
    },
  );
  const choose = async (name: string | RegExp) =>
    drawn.user.click(await screen.findByRole('menuitem', { name }));
  return { ...drawn, sent, closed, choose, picks };
}

it('a group can be snoozed until a chosen time, except loads already snoozed, with undo', async () => {
  const { user, sent, choose, closed } = await open();
  await choose('Snooze 2 loads…');
  await choose('Until a time…');
  const field = await screen.findByLabelText(/^Snooze until/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  const wanted = NOW + 90 * MINUTE;
  fireEvent.change(field, { target: { value: toWall(wanted, personZone()) } });
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const until = new Date(Math.floor(wanted / MINUTE) * MINUTE).toISOString();
  expect(sent).toEqual([[{ kind: 'snooze', until }, [id(1), id(2)]]]);
  expect(closed).toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
});

it('a group can be taken, assigned, closed and woken, each for the loads concerned', async () => {
  const cases: [(string | RegExp)[], unknown, string[]][] = [
    [['Take 2 loads (nobody has them)'], { kind: 'assign' }, [id(1), id(3)]],
    [['Assign 3 loads…', /Ann/], { kind: 'assign', sub: 'ann' }, [id(1), id(2), id(3)]],
    [['Close 3 loads…', 'False alarm'], { kind: 'close', reason: 'false_alarm' }, [id(1), id(2), id(3)]],
    [[/^End the snooze of .*LD-3/], { kind: 'wake' }, [id(3)]],
  ];
  for (const [names, act, load_ids] of cases) {
    const { sent, choose, unmount } = await open();
    for (const name of names) await choose(name);
    await waitFor(() => expect(sent).toEqual([[act, load_ids]]));
    unmount();
  }
});

it('a group can be removed from the board, with undo', async () => {
  const removed: string[] = [];
  const unwatch = (load_id: string) => () => {
    removed.push(load_id);
    return { status: 204 };
  };
  const { user, choose, sent } = await open({}, group, {
    ...Object.fromEntries(group.map(({ load_id }) => [`DELETE /api/loads/${load_id}`, unwatch(load_id)])),
    'POST /api/loads': (init) => {
      sent.push([null, JSON.parse(String(init.body)).load_ids]);
      return { body: { items: group, added: 4, already_watched: 0 } };
    },
  });
  await choose('Remove 4 loads from the board');
  expect(await screen.findByText('4 loads are in the archive')).toBeDefined();
  expect(removed).toEqual(group.map(({ load_id }) => load_id));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([[null, removed]]));
});

it('a single picked load can be removed from the board, too', async () => {
  const { choose } = await open({}, group.slice(0, 1), { [`DELETE /api/loads/${id(1)}`]: { status: 204 } });
  await choose('Remove LD-1 from the board');
  expect(await screen.findByText('LD-1 is in the archive')).toBeDefined();
});

const taken_over = (load_id: string) => ({
  load_id,
  because: 'changed' as const,
  triage: null,
  last: {
    seq: 7,
    act_id: id(60),
    exception_id: id(40),
    at: ago(MINUTE),
    by: ann,
    kind: 'assign' as const,
    cause: null,
    owner: ann,
    text: null,
    until: null,
    reason: null,
    undone: false,
  },
});

it.each([
  [[id(1), id(3)], [id(2)], '2 of 3 undone', 'LD-2 stays as it is: Ann, 1 min ago: Taken.'],
  [[], [id(1), id(2)], 'Not undone', 'LD-1, LD-2 stay as they are: Ann, 1 min ago: Taken.'],
])(
  'an undo says what it undid and which loads somebody else has changed',
  async (done, kept, title, text) => {
    const result = { act_id: id(62), done, changed: done, refused: kept.map(taken_over) };
    const { user, choose } = await open({}, group, { 'POST /api/triage/undo': { body: result } });
    await choose(/^Take 2 loads/);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const said = (await screen.findByText(title)).parentElement?.textContent ?? '';
    expect(said.replace(/[\u2068\u2069]/g, '')).toBe(title + text);
  },
);

it.each([
  ['t', '2 loads taken, 2 not changed', [/LD-2.* stays as it is: Taken by .*Ann/, /LD-4.*: Closed by .*Ann/]],
  [
    'z',
    '2 loads snoozed until something changes, 2 not changed',
    [/LD-3.* stays as it is: Snoozed by .*Ann/],
  ],
])('%s on picked loads says which were left out, and why', async (key, title, texts) => {
  const { user, picks } = await open(
    {},
    group,
    {},
    <LineFocusContext value={{ hover: new LineFocus(), active: new LineFocus() }}>
      <ListKeys opened={false} onMenu={() => undefined} />
    </LineFocusContext>,
  );
  picks.add(group.map(({ load_id }) => load_id));
  await user.keyboard(key);
  const said = (await screen.findByText(title)).parentElement?.textContent;
  for (const text of texts) expect(said).toMatch(text);
});

it('one note is added to all loads of a group', async () => {
  const { user, sent, choose } = await open();
  await choose('Add a note to 4 loads…');
  await user.type(await screen.findByLabelText('Note'), 'Gate 4 is closed');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(sent).toEqual([[{ kind: 'note', text: 'Gate 4 is closed' }, [id(1), id(2), id(3), id(4)]]]),
  );
});

it('names a single load, and tells a viewer why nothing can be done', async () => {
  await open({ roles: ['viewer'] }, group.slice(0, 1));
  const take = await screen.findByRole('menuitem', { name: /^Take .*LD-1/ });
  expect((take as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText(/View-only access/)).toBeDefined();
});

it('a note begun for one group is not in the form of another', async () => {
  const { user, choose, unmount } = await open();
  await choose('Add a note to 4 loads…');
  await user.type(await screen.findByLabelText('Note'), 'Gate 4');
  unmount();
  const other = await open({}, group.slice(1));
  await other.choose('Add a note to 3 loads…');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('');
  other.unmount();
  const again = await open();
  await again.choose('Add a note to 4 loads…');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Gate 4');
});

it('a note whose answer was lost is sent again as the same act, also from its form', async () => {
  const ids: string[] = [];
  const answer = (init: RequestInit) => {
    ids.push((JSON.parse(String(init.body)) as { act_id: string }).act_id);
    return ids.length < 3
      ? new TypeError('Failed to fetch')
      : { body: { act_id: ids[0], done: [id(1)], changed: [id(1)], refused: [] } };
  };
  const { user, frame } = await draw(
    <GroupMenu load_ids={[id(1)]} point={{ x: 10, y: 10 }} onClose={() => undefined} />,
    { loads: group, answers: { 'POST /api/triage/acts': answer } },
  );
  await user.click(await screen.findByRole('menuitem', { name: /^Add a note/ }));
  await user.type(await screen.findByLabelText('Note'), 'Called twice');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await frame();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(ids).toHaveLength(3));
  expect(new Set(ids).size).toBe(1);
});

it('says of a single load that it is snoozed already', async () => {
  await open({}, group.slice(2, 3));
  const snooze = await screen.findByRole('menuitem', { name: 'Snooze: already snoozed' });
  expect(snooze.hasAttribute('disabled') || snooze.getAttribute('aria-disabled') === 'true').toBe(true);
});

it('picked loads that were acted on are picked no more, after a note alone they stay', async () => {
  const { picks, choose, user, sent } = await open({}, group.slice(0, 1));
  picks.add([id(1), id(9)]);
  await choose(/^Add a note/);
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Gate 4{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([...picks.get()]).toEqual([id(1), id(9)]);
  await user.type(
    screen.getByRole('textbox', { name: 'Note' }),
    'Gate 5{Control>}{Shift>}{Enter}{/Shift}{/Control}',
  );
  await waitFor(() => expect([...picks.get()]).toEqual([id(9)]));
});
