import type { Place } from '@waypost/contract/api/board';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import type { LatLon } from '@waypost/geo/geodesy';
import type { FleetIndex } from '../../fleets/onboarding/fleet-index.ts';
import type { Auth } from '../../people/auth/create.ts';
import type { Config } from '../../platform/config/config.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Upstream } from '../../service/upstream/create.ts';
import type { ListImports } from '../imports/imports.ts';
import { FuelReader } from './fuel-reader.ts';
import { FuelReport } from './fuel-report.ts';

export function createFuel(
  options: Uses<'db'> & {
    readonly config: Config;
    readonly auth: Auth;
    readonly fleets: FleetIndex;
    readonly imports: ListImports;
    readonly upstream: Upstream;
    readonly placeOf: (position: LatLon) => Place | null;
    readonly vehicleName: (vehicle_id: string) => string | null;
  },
): Capability {
  const { config, db, auth, fleets, imports, placeOf, upstream, vehicleName } = options;
  const { client, endpoints } = upstream;
  const { assumptions } = config;
  const shared = { db, client, endpoint: endpoints.listFuelTransactions, assumptions, imports };
  const fuelReader = new FuelReader({
    ...shared,
    onVehicles: (pairs) => fleets.learn(pairs),
  });
  const fuelReport = new FuelReport({
    ...shared,
    placeOf,
    nameOf: vehicleName,
    fleetNameOf: fleets.nameOf,
  });
  return {
    routes: (router) => {
      const found = ({ import_id }: { import_id: string }) => imports.row('fuel', import_id);

      mountRoutes(router, FUEL_ROUTES, {
        readFuel: async ({ body, session }) => {
          const { row, begun } = await fuelReader.read(body, session.sub);
          return { status: begun ? 201 : 200, body: await fuelReport.toResponse(row) };
        },
        fuelImport: async ({ params }) => fuelReport.toResponse(await found(params)),
        cancelFuelImport: async ({ params, session }) => {
          await imports.leave(await found(params), session.sub);
          return await fuelReport.toResponse(await found(params));
        },
        fuelSummary: async ({ params }) => fuelReport.summary(await found(params)),
        fuelRows: async ({ params, query }) => fuelReport.rows(await found(params), query),
        fuelCsv: async ({ params, query, response }) =>
          sendCsv(response, await fuelReport.csv(await found(params), query)),
        fuelPlaces: async ({ params }) => fuelReport.places(await found(params)),
        fuelVehicles: async ({ params, query }) => fuelReport.vehicles(await found(params), query),
        fuelFindings: async ({ params, query }) => fuelReport.findings(await found(params), query),
        fuelRaw: async ({ params, query, session, response }) => {
          const aborter = new AbortController();
          response.on('close', () => aborter.abort(new Error('the browser has gone')));
          const token = await auth.tokenOf(session);
          return await fuelReport.raw(params.transaction_id, query, token, aborter.signal);
        },
      });
    },
  };
}
