// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
import { useNow } from './context.ts';

/** Renders a text that differs each time it is computed. */
function Exact() {
  return <p>{useNow((now) => `${now}`)}</p>;
}

it('a text that follows the time is the same however often it is viewed within a second', async () => {
  await draw(<Exact />, {});
  expect(Number(screen.getByText(/^\d+$/).textContent) % 1000).toBe(0);
});
