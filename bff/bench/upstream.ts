/** The upstream shared by all measured targets: one tracked load of typical size, from memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { id, tracking } from '../src/testing/tracking.ts';

const stop = (sequence: number, stop_type: string) => ({
  id: id(500 + sequence),
  sequence,
  stop_type,
  name: `Stop ${sequence}, Amarillo distribution centre`,
  estimated_arrival_at: '2026-11-20T12:00:00.000Z',
  estimated_departure_at: '2026-11-20T13:00:00.000Z',
  arrived_at: null,
  departed_at: null,
});
const load = tracking({ load: 1 });
const vehicle = {
  id: id(7),
  vehicle_name: 'Unit 4711',
  oem: 'Freightliner',
  model_type: 'Cascadia',
  model_year: 2024,
  vin: '1FUJGLDR9CSBM4711',
  license_plate_region: 'TX',
  license_plate_country: 'USA',
  license_plate_number: 'ABC4711',
  is_active: true,
  status: 'in_service',
  eld_id: 'ELD-4711',
  eld_serial_number: '000004711',
  source_id: 'src-4711',
  external_id: null,
};
const body = Buffer.from(
  JSON.stringify({
    ...load,
    vehicle_assignment: { source: 'declared', agreement: 'agree', vehicle },
    stops: [stop(0, 'origin'), stop(1, 'fuel'), stop(2, 'intermediate'), stop(3, 'destination')],
  }),
);

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const known = request.url?.endsWith(`${id(1)}/tracking`) ?? false;
  response
    .writeHead(known ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': known ? body.length : 2,
    })
    .end(known ? body : '{}');
}).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
