/** Fuel: reading a range, and what it tells. */
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import type { Router } from 'express';
import type { CurrentSession } from '../auth/sessions.ts';
import { sendCsv } from '../http/csv.ts';
import { mount } from '../http/route.ts';
import type { ListImports } from '../imports/imports.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import type { FuelReader } from './fuel-reader.ts';
import type { FuelReport } from './fuel-report.ts';

export interface FuelRoutesOptions {
  readonly imports: ListImports;
  readonly fuelReader: FuelReader;
  readonly fuelReport: FuelReport;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

export function mountFuel(router: Router, options: FuelRoutesOptions): void {
  const { imports, fuelReader, fuelReport, tokenOf } = options;
  const seen = ({ import_id }: { import_id: string }) => imports.row('fuel', import_id);

  mount(router, FUEL_ROUTES.readFuel, async ({ body, session }) => {
    const { row, begun } = await fuelReader.read(body, session.sub);
    return { status: begun ? 201 : 200, body: await fuelReport.toResponse(row) };
  });

  mount(router, FUEL_ROUTES.fuelImport, async ({ params }) => fuelReport.toResponse(await seen(params)));

  mount(router, FUEL_ROUTES.cancelFuelImport, async ({ params, session }) => {
    await imports.leave(await seen(params), session.sub);
    return await fuelReport.toResponse(await seen(params));
  });

  mount(router, FUEL_ROUTES.fuelSummary, async ({ params }) => fuelReport.summary(await seen(params)));

  mount(router, FUEL_ROUTES.fuelRows, async ({ params, query }) =>
    fuelReport.rows(await seen(params), query),
  );

  mount(router, FUEL_ROUTES.fuelCsv, async ({ params, query, response }) =>
    sendCsv(response, await fuelReport.csv(await seen(params), query)),
  );

  mount(router, FUEL_ROUTES.fuelPlaces, async ({ params }) => fuelReport.places(await seen(params)));

  mount(router, FUEL_ROUTES.fuelVehicles, async ({ params, query }) =>
    fuelReport.vehicles(await seen(params), query),
  );

  mount(router, FUEL_ROUTES.fuelFindings, async ({ params, query }) =>
    fuelReport.findings(await seen(params), query),
  );

  mount(router, FUEL_ROUTES.fuelRaw, async ({ params, query, session, response }) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Error('the browser has gone')));
    const token = await tokenOf(session);
    return await fuelReport.raw(params.transaction_id, query, token, gone.signal);
  });
}
