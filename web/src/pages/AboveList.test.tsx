// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
import { AboveList } from './AboveList.tsx';

it('heads the printed list with the time and its zone', async () => {
  await draw(<AboveList />);
  expect(
    screen.getByText(/^(.+: )?board of \w+ \d+, \d{4}, \d\d:\d\d:\d\d \S+\. Only the rows/),
  ).toBeDefined();
});
