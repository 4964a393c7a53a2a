/** Fuel: transactions of a range, and what they tell. */

import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { FuelReader } from './fuel-reader.ts';
import { FuelReport } from './fuel-report.ts';
import { mountFuel } from './routes.ts';

export type CreateFuelOptions = Pick<
  Wiring,
  'config' | 'db' | 'auth' | 'fleets' | 'imports' | 'upstream' | 'vehicleName'
>;

export function createFuel(options: CreateFuelOptions): Capability {
  const { config, db, auth, fleets, imports, upstream, vehicleName } = options;
  const { client, endpoints } = upstream;
  const { assumptions } = config;
  const shared = { db, client, endpoint: endpoints.listFuelTransactions, assumptions, imports };
  const fuelReader = new FuelReader({
    ...shared,
    onVehicles: (pairs) => fleets.learn(pairs),
  });
  const fuelReport = new FuelReport({ ...shared, nameOf: vehicleName, fleetNameOf: fleets.nameOf });
  return {
    routes: (router) => mountFuel(router, { imports, fuelReader, fuelReport, tokenOf: auth.tokenOf }),
  };
}
