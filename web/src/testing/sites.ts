/** Sites for tests of this feature. */
import type { Site } from '@waypost/contract/api/sites';

export const SITE: Site = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Amarillo yard',
  latitude: 35.191312,
  longitude: -102.084023,
  radius_meters: 804.672,
  free_minutes: 120,
  detention_rate: '75',
  detention_currency: 'USD',
  note: 'Gate 4, call ahead',
  created_at: '2026-11-18T15:00:00Z',
  updated_at: '2026-11-19T15:00:00Z',
  updated_by_name: 'Dana Ortiz',
};

export function siteOf(at: number, over: Partial<Site> = {}): Site {
  return {
    ...SITE,
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `Site ${at}`,
    ...over,
  };
}
