import type { FleetSummary } from '@waypost/contract/api/contacts';
import { expect, it } from 'vitest';
import { connectionOf, inHours } from '../testing/agreements.ts';
import { id, NOW } from '../testing/loads.ts';
import { fleetNextStep } from './FleetPages.tsx';

const fleet = (over: Partial<FleetSummary>): FleetSummary => ({
  fleet_id: id(1),
  fleet_ref: 'CARRIER-1',
  name: 'Mesa',
  phone: null,
  email: null,
  loads_by_health: { live: 2 },
  contacts: 1,
  agreement: { id: id(2), status: 'active', effective_date: inHours(-100), expiration_date: null },
  connections: [],
  ...over,
});
const ending = (hours: number) => ({
  id: id(2),
  status: 'active',
  effective_date: inHours(-100),
  expiration_date: inHours(hours),
});

it.each<[string, Partial<FleetSummary>, string | null]>([
  ['access that has ended', { agreement: ending(-48) }, 'On us: extend access, which ended 2 days ago'],
  [
    'a provider that sends nothing',
    { connections: [connectionOf(1, { status: 'stale' })] },
    'Carrier to fix: sign in to the provider again through the invitation link',
  ],
  ['access that ends soon', { agreement: ending(48) }, 'On us: extend access, which ends in 2 days'],
  [
    'loads without positions',
    { loads_by_health: { live: 1, stale: 2, check: 1 } },
    'Carrier to fix: call about 3 loads without good positions',
  ],
  [
    'a location that is not shared',
    { loads_by_health: { not_shared: 3 } },
    'On us: invite again with location, which 3 loads lack',
  ],
  [
    'loads without positions, before a connection to clean up',
    {
      loads_by_health: { stale: 1 },
      connections: [connectionOf(1, { id: id(9), status: 'stale' }), connectionOf(1)],
    },
    'Carrier to fix: call about 1 load without good positions',
  ],
  ['nobody to call', { contacts: 0 }, 'On us: add a contact'],
  ['nothing', {}, null],
  ['nothing without loads', { agreement: ending(-48), loads_by_health: {}, contacts: 0 }, null],
])('names the next step for %s', (_, over, text) => {
  expect(fleetNextStep(fleet(over), NOW).text).toBe(text);
});

it('ranks more troubled loads above more loads', () => {
  const rank = (loads_by_health: FleetSummary['loads_by_health']) =>
    fleetNextStep(fleet({ loads_by_health }), NOW).rank;
  expect(rank({ stale: 3 })).toBeGreaterThan(rank({ stale: 1, live: 47 }));
  expect(rank({ stale: 1, live: 47 })).toBeGreaterThan(rank({ stale: 1 }));
});

it('ranks ended access above a silent provider, above an early end, above troubled loads', () => {
  const ranks = [
    fleet({ agreement: ending(-48) }),
    fleet({ connections: [connectionOf(1, { status: 'stale' })] }),
    fleet({ agreement: ending(48) }),
    fleet({ loads_by_health: { stale: 900 } }),
    fleet({ contacts: 0 }),
    fleet({}),
  ].map((one) => fleetNextStep(one, NOW).rank);
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  expect(new Set(ranks).size).toBe(ranks.length);
});
