import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { expect, it } from 'vitest';
import { subjectOf } from './subject.ts';

it.each([
  [[{ id: 'x', name: 'Denver run', stop: { name: 'Amarillo DC' } }], 'Denver run, Amarillo DC'],
  [[{ fleet_name: 'Blue Mesa', fleet_ref: 'CARRIER-7' }], 'Blue Mesa, CARRIER-7'],
  [[{ fleet_ref: 'CARRIER-9' }], 'Longleaf Trucking, CARRIER-9'],
  [[{ name: 'Denver run', fleet_ref: 'CARRIER-9' }], 'Denver run, Longleaf Trucking, CARRIER-9'],
  [[{ partner_ref: 'D-12', payload: { username: 'sam.lee' } }], 'sam.lee'],
  [[{ partner_ref: '[wp-cgrpvqea1h58]', payload: { first_name: 'Luis', last_name: 'Park' } }], 'Luis Park'],
  [[{ partner_ref: 'HR-7 [wp-cgrpvqea1h58]', payload: {} }], 'HR-7'],
  [[{ partner_ref: '[wp-cgrpvqea1h58]', source_name: 'Milemarker' }], 'Milemarker'],
  [[{ fleet_ref: 'CARRIER-7' }, { fleet_ref: 'CARRIER-8' }], 'CARRIER-7, 1 more'],
  [[{ id: '0a8b6c1e-3f52-4d7a-9c10-000000000041' }], null],
  [{ name: 'One record' }, 'One record'],
  [null, null],
])('names what an event is about: %j', (data, subject) => {
  const fleetName = (ref: string) => (ref === 'CARRIER-9' ? 'Longleaf Trucking' : null);
  expect(subjectOf({ event_name: 'x', data }, ASSUMPTIONS, fleetName)).toBe(subject);
});
