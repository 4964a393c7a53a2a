// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { FleetSummary } from '@waypost/contract/api/contacts';
import { expect, it } from 'vitest';
import { ago, id } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { draw } from '../../testing/render.tsx';
import { FleetsView } from './FleetsView.tsx';
import type { FleetsSearch } from './search.ts';

const fleet = (n: number, loads: number): FleetSummary => ({
  fleet_id: id(n),
  fleet_ref: `CARRIER-${n}`,
  name: `Fleet ${n}`,
  phone: null,
  email: null,
  loads_by_health: loads === 0 ? {} : { live: loads },
  contacts: 1,
  agreement: null,
  connections: [],
});
const { Page } = pageOf<FleetsSearch>((page) => (
  <FleetsView {...page} agreementText={() => ''} nextStep={() => ({ rank: 0, text: null })} />
));

it.each([
  [2, ['Not known yet', 'Nothing to do']],
  [0, ['Nothing to do', 'Nothing to do']],
])('claims no next step while %i loads may be of the fleet', async (loads_of_unknown_fleet, steps) => {
  const items = [fleet(1, 0), fleet(2, 3)];
  const page = await draw(<Page start={{}} />, {
    answers: {
      'GET /api/fleets': { body: { items, loads_of_unknown_fleet, read_at: ago(0), read_problem: null } },
    },
  });
  await page.frame();
  const rows = screen.getAllByRole('row').slice(1);
  const shown = rows.map((row) =>
    within(row).queryByText('Nothing to do') ? 'Nothing to do' : 'Not known yet',
  );
  expect(shown).toEqual(steps);
});
