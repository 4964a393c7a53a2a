// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ago, MINUTE } from '../../../testing/loads.ts';
import { draw } from '../../../testing/render.tsx';
import { OffersLine } from './OffersLine.tsx';

describe('the line about handed-over loads', () => {
  it('announces them with a link to the handover, until it is hidden', async () => {
    const offer = { owner: { sub: 'bob', name: 'Bob' }, to: null, loads: 3, offered_at: ago(MINUTE) };
    const { user } = await draw(<OffersLine />, {
      answers: {
        'GET /api/triage/offers': {
          body: { items: [{ ...offer, to: { sub: 'dana', name: 'Dana Ortiz' } }, offer] },
        },
      },
    });
    const words = await screen.findByText(
      (_, line) => line?.textContent === 'Bob hands over 3 loads to you, and 1 more handover',
    );
    // Whom they are for is never cut: it wraps.
    expect(words.className).not.toContain('ellipsis');
    expect(screen.getByRole('link', { name: 'Open handover' }).getAttribute('href')).toBe('/handover');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText(/hands over/)).toBeNull();
  });
});
