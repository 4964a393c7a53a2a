// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../../testing/render.tsx';
import { cardsOf } from './cards.tsx';
import type { Column } from './columns.ts';

const column = (id: string, card?: Column<string>['card']): Column<string> => ({
  id,
  header: id,
  width: 80,
  cell: (row) => `${id} of ${row}`,
  ...(card && { card }),
});

it('makes cards of the columns that have a place in one, labeled with their headers where asked', async () => {
  const columns = [
    column('age', 'labeled'),
    column('state', 'side'),
    column('name', 'title'),
    column('size'),
  ];
  await draw(<section aria-label="Card">{cardsOf(columns)?.render('A')}</section>);
  const card = screen.getByRole('region', { name: 'Card' });
  expect(card.textContent).toBe('name of Astate of Aage of A');
  expect([...card.querySelectorAll('[data-label]')].map((part) => part.getAttribute('data-label'))).toEqual([
    'age',
  ]);
});

it('makes no cards without a title', () => {
  expect(cardsOf([column('size')])).toBeNull();
});
