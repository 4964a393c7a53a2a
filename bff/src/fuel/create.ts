/** Fuel: transactions of a range, and what they tell. */
import type { Auth } from '../auth/create.ts';
import type { Config } from '../config.ts';
import type { ListImports } from '../imports/imports.ts';
import type { Capability } from '../lib/capability.ts';
import type { Database } from '../store/database.ts';
import { learnVehicleFleets } from '../store/vehicle-fleets.ts';
import type { Upstream } from '../upstream/create.ts';
import { FuelReader } from './fuel-reader.ts';
import { FuelReport } from './fuel-report.ts';
import { mountFuel } from './routes.ts';

export interface CreateFuelOptions {
  readonly config: Config;
  readonly db: Database;
  readonly auth: Auth;
  readonly imports: ListImports;
  readonly upstream: Upstream;
  readonly vehicleName: (vehicle_id: string) => string | null;
}

export function createFuel(options: CreateFuelOptions): Capability {
  const { config, db, auth, imports, upstream, vehicleName } = options;
  const { client, endpoints } = upstream;
  const { assumptions } = config;
  const shared = { db, client, endpoint: endpoints.listFuelTransactions, assumptions, imports };
  const fuelReader = new FuelReader({
    ...shared,
    onVehicles: (pairs) => learnVehicleFleets(db, pairs, Date.now()),
  });
  const fuelReport = new FuelReport({ ...shared, nameOf: vehicleName });
  return {
    routes: (router) => mountFuel(router, { imports, fuelReader, fuelReport, tokenOf: auth.tokenOf }),
  };
}
