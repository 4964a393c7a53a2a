import { describe, expect, test } from 'vitest';
import { withOverrides } from './assumptions.ts';
import { RESOURCE_NAMES } from './resources.ts';
import { isUndescribedRead } from './undescribed.ts';

const LOAD = '/v2/visibility/loads/00000000-0000-4000-8000-000000000001';

describe('reads that the interface names without describing them', () => {
  test.each([
    '/v2/telematics/vehicles',
    '/v2/telematics/vehicles/00000000-0000-4000-8000-000000000001',
    '/v2/telematics/hos-availabilities',
    '/v2/telematics/hos_events',
    '/v2/telematics/engine-statuses',
    '/v2/telematics/ifta-summaries',
    '/v2/telematics/drivers',
    `${LOAD}/assignments`,
    `${LOAD}/declared-assignment`,
    `${LOAD}/inferred-vehicle-assignments`,
    `${LOAD}/assignments/inferred`,
    '/v2/visibility/load-assignments',
    '/v2/visibility/declared-load-assignments',
  ])('%s is one', (path) => expect(isUndescribedRead(path)).toBe(true));

  test.each(RESOURCE_NAMES)('%s is recognized for one record', (resource) => {
    expect(isUndescribedRead(`/v2/telematics/${resource.replaceAll('_', '-')}/1`)).toBe(true);
  });

  test.each([
    '/v2/telematics',
    '/v2/telematics/',
    '/v2/telematics/nonsense',
    '/v2/telematics/vehicles/1/2',
    '/v2/orgs/vehicles',
    '/v2/no-such-resource',
    `${LOAD}/nonsense`,
    `${LOAD}`,
    '/v2/visibility/loads/assignments/1/2',
  ])('%s is none', (path) => expect(isUndescribedRead(path)).toBe(false));

  test('assignments follow an overridden loads path', () => {
    const moved = withOverrides({ paths: { loads: '/v2/freight/loads' } });
    expect(isUndescribedRead('/v2/freight/loads/1/assignments', moved)).toBe(true);
    expect(isUndescribedRead(`${LOAD}/assignments`, moved)).toBe(false);
  });
});
