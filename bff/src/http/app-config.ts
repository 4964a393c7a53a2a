/** What the page has to know before anybody has signed in. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Company } from '../company/company.ts';
import type { Config } from '../config.ts';
import { tilesUrl } from '../tiles/routes.ts';
import { mountRoutes } from './route.ts';

export interface AppConfigOptions {
  readonly config: Config;
  readonly version: string;
  readonly company: Company;
  /** True when the service behind us turned out to be the sandbox: the page says that its data are simulated. */
  readonly simulated: () => boolean;
}

export function mountAppConfig(
  router: Router,
  { config, version, company, simulated }: AppConfigOptions,
): void {
  const { stale_after_minutes, monitor_stops_in_order } = config.assumptions.behavior;
  mountRoutes(router, API_ROUTES, {
    config: () => ({
      simulated: simulated(),
      map_style_url: config.mapStyleUrl?.href ?? null,
      map_tiles_url: tilesUrl(config.mapTiles),
      map_satellite: config.mapSatellite,
      version,
      company: company.identity,
      behavior: { stale_after_minutes, monitor_stops_in_order },
    }),
  });
}
