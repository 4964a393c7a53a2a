/** Usage, fuel, overview, search and preferences, wired together: what looks back and counts, beside the board that looks at now. */
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Router } from 'express';
import type { Logger } from 'pino';
import type { CurrentSession } from './auth/sessions.ts';
import { mountFuel } from './features/fuel-routes.ts';
import { mountOverview } from './features/overview-routes.ts';
import { mountPreferences } from './features/preference-routes.ts';
import { mountSearch } from './features/search-routes.ts';
import { mountUsage } from './features/usage-routes.ts';
import { FuelReader } from './fuel/fuel-reader.ts';
import { FUEL_KEPT_MS, FuelReport } from './fuel/fuel-report.ts';
import { Overviews } from './overview/overview.ts';
import { forgetReadings } from './readings/forgetting.ts';
import { Readings } from './readings/readings.ts';
import { LoadIndex, type Loads } from './search/loads.ts';
import { type Findable, registerOthers } from './search/register.ts';
import { Search } from './search/search.ts';
import type { ServiceClient } from './service/client.ts';
import type { TokenSource } from './service/service-token.ts';
import { learnVehicleFleets } from './store/vehicle-fleets.ts';
import type { OwnUsage } from './usage/own-usage.ts';
import { UsageReader } from './usage/usage-reader.ts';
import { UsageReport } from './usage/usage-report.ts';

export interface ReportsOptions extends Findable {
  readonly log: Logger;
  readonly client: ServiceClient;
  readonly endpoints: ServiceEndpoints;
  readonly assumptions: Assumptions;
  readonly board: Loads;
  readonly own: OwnUsage;
}

export interface Reports {
  mount(
    router: Router,
    more: { readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined> },
  ): void;
  stop(): Promise<void>;
}

const FORGET_EVERY_MS = 5 * 60_000;

export async function openReports(options: ReportsOptions): Promise<Reports> {
  const { db, log, client, endpoints, assumptions, board, own } = options;
  await own.open();
  const readings = new Readings({ db, log });
  const loads = new LoadIndex(board);
  const search = new Search();
  search.register(loads.loads);
  search.register(loads.vehicles);
  registerOthers(search, options);
  const overviews = new Overviews({ client, endpoints, log });
  const usageReader = new UsageReader({ db, client, endpoint: endpoints.listUsage, readings });
  const usageReport = new UsageReport({ db, reader: usageReader, readings, own, nameOf: loads.nameOf });
  const fuel = { db, client, endpoint: endpoints.listFuelTransactions, assumptions, readings };
  const fuelReader = new FuelReader({
    ...fuel,
    onVehicles: (pairs) => learnVehicleFleets(db, pairs, Date.now()),
  });
  const fuelReport = new FuelReport({ ...fuel, nameOf: loads.nameOf });

  let forgetting = Promise.resolve();
  const timer = setInterval(() => {
    forgetting = forgetting
      .then(() => forgetReadings(db, { now: Date.now(), fuelKeptMs: FUEL_KEPT_MS }))
      .catch((error) => log.warn({ err: error }, 'old readings could not be forgotten'));
  }, FORGET_EVERY_MS);
  return {
    mount: (router, { tokenOf }) => {
      mountUsage(router, { readings, usageReader, usageReport, tokenOf });
      mountFuel(router, { readings, fuelReader, fuelReport, tokenOf });
      mountOverview(router, { overviews });
      mountSearch(router, { search });
      mountPreferences(router, { db });
    },
    stop: async () => {
      clearInterval(timer);
      await readings.stop();
      await forgetting;
      await own.close();
    },
  };
}
