import { expect, it } from 'vitest';
import { readableName, readablePath } from './readable-name.ts';

it.each([
  ['fleet_ref', 'Fleet reference'],
  ['limit_tsps', 'Allowed providers'],
  ['reefer_diesel', 'Reefer diesel'],
  ['webhook_group_id', 'Webhook group ID'],
  ['co_driver_id', 'Co-driver ID'],
  ['def', 'DEF'],
  ['ULSD #2', 'ULSD #2'],
  ['Diesel', 'Diesel'],
  ['constructor', 'Constructor'],
])('%s becomes %s', (name, text) => {
  expect(readableName(name)).toBe(text);
});

it.each([
  ['body.name', 'Name'],
  ['body.stops.0.radius_meters', 'Stops 1, radius meters'],
  ['query.fleet_ids.3', 'Fleet IDs 4'],
  ['body.vehicle.vin', 'Vehicle, VIN'],
])('the field path %s becomes %s', (path, text) => {
  expect(readablePath(path)).toBe(text);
});
