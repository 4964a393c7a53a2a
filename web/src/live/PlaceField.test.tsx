// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../api/queries.tsx';
import { draw } from '../testing/render.tsx';
import { citiesIn, PlaceField } from './PlaceField.tsx';

it.each([
  ['Evansville, IN dock 4', ['Evansville, IN']],
  ['Walmart DC Fort Worth, TX', ['DC Fort Worth, TX', 'Fort Worth, TX', 'Worth, TX']],
  ['Lincoln Terminal 5', ['Lincoln Terminal 5', 'Lincoln Terminal', 'Lincoln']],
  ['DC 4', ['DC 4']],
  ['', []],
])('extracts possible cities from %s', (name, texts) => {
  expect(citiesIn(name)).toEqual(texts);
});

const city = (name: string): PlaceMatch => ({
  kind: 'city',
  name,
  region: 'TX',
  country: 'US',
  latitude: 32,
  longitude: -96,
  population: 1_000_000,
});

function Field({ onPick }: { readonly onPick: (name: string | null) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <PlaceField
      label="Place"
      typed={typed}
      value={typed}
      similar_to=""
      sites={[]}
      unit="mi"
      instead="enter coordinates"
      onText={setTyped}
      onPick={({ place_name }) => onPick(place_name)}
    />
  );
}

describe('Enter in a place field', () => {
  async function open() {
    const picked: (string | null)[] = [];
    const { user } = await draw(
      <WithQueries client={makeQueryClient(0)}>
        <Field onPick={(name) => picked.push(name)} />
      </WithQueries>,
      {
        answers: {
          'GET /api/places?q=Dallas': { body: { items: [city('Dallas')] } },
          'GET /api/places?q=Houston': { body: { items: [city('Houston')] } },
          'GET /api/places?q=Nowhere': { body: { items: [] } },
        },
      },
    );
    const field = await screen.findByRole('combobox', { name: 'Place' });
    return { user, field, picked };
  }

  it('takes the place of the text in the field, even while an earlier one is still listed', async () => {
    const { user, field, picked } = await open();
    await user.type(field, 'Dallas');
    await screen.findByRole('option', { name: /Dallas/ });
    await user.clear(field);
    await user.type(field, 'Houston{Enter}');
    await expect.poll(() => picked).toEqual(['Houston, TX']);
  });

  it('takes nothing when no place has that name', async () => {
    const { user, field, picked } = await open();
    await user.type(field, 'Dallas');
    await screen.findByRole('option', { name: /Dallas/ });
    await user.clear(field);
    await user.type(field, 'Nowhere{Enter}');
    expect(await screen.findByText('No places found.')).toBeDefined();
    expect(picked).toEqual([]);
  });

  it('takes nothing for a text that changes before its places are found', async () => {
    const { user, field, picked } = await open();
    await user.type(field, 'Dallas{Enter}');
    await user.clear(field);
    await user.type(field, 'Houston');
    expect(await screen.findByRole('option', { name: /Houston/ })).toBeDefined();
    expect(picked).toEqual([]);
  });
});
