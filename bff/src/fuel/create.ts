import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { sendCsv } from '../http/csv.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { FuelReader } from './fuel-reader.ts';
import { FuelReport } from './fuel-report.ts';

export function createFuel(
  options: Pick<Wiring, 'config' | 'db' | 'auth' | 'fleets' | 'imports' | 'upstream' | 'vehicleName'>,
): Capability {
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
