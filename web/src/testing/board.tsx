import { screen } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useState } from 'react';
import type { BoardSearch } from '../features/board/search.ts';
import { BoardPage } from '../pages/BoardPage.tsx';
import { assignment, id, load } from './loads.ts';
import { draw, type Setup } from './render.tsx';

export const LOADS: BoardLoad[] = [
  load({ load_id: id(1), load_ref: 'LD-1' }),
  load({ load_id: id(2), load_ref: 'LD-2', tracking_health: 'stale' }),
  load({ load_id: id(3), load_ref: 'LD-3', vehicle_assignment: assignment({ agreement: 'disagree' }) }),
];
export const detailOf = (board_load: BoardLoad) => ({
  body: { ...board_load, next_read_at: null, trail: [] },
});

export async function openBoard(search: BoardSearch = {}, setup: Setup = {}) {
  const searches: BoardSearch[] = [];
  function Board() {
    const [current, setCurrent] = useState(search);
    searches.push(current);
    return (
      <BoardPage
        search={current}
        onSearch={(change) => setCurrent((previous) => ({ ...previous, ...change }))}
        onSignedOut={() => undefined}
      />
    );
  }
  const answers = Object.fromEntries(
    LOADS.map((board_load) => [`GET /api/loads/${board_load.load_id}`, detailOf(board_load)]),
  );
  const drawn = await draw(<Board />, { loads: LOADS, ...setup, answers: { ...answers, ...setup.answers } });
  await drawn.frame();
  return { ...drawn, currentSearch: () => searches.at(-1) as BoardSearch };
}
export const refs = () =>
  screen.queryAllByRole('row').flatMap((row) => row.textContent?.match(/LD-\d/)?.[0] ?? []);
export const headings = () =>
  screen.queryAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
export const row = (ref: string) => screen.getByRole('row', { name: new RegExp(ref) });
