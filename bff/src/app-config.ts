/** What the page needs to know before anybody has signed in. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Company } from './people/company/company.ts';
import type { Config } from './platform/config/config.ts';
import { mountRoutes } from './platform/http/route.ts';
import { tilesUrl } from './platform/tiles/archive.ts';

interface AppConfigOptions {
  readonly config: Config;
  readonly version: string;
  readonly company: Company;
  /** True when the service turned out to be the sandbox: the page then labels its data as simulated. */
  readonly simulated: () => boolean;
}

export function mountAppConfig(
  router: Router,
  { config, version, company, simulated }: AppConfigOptions,
): void {
  const { stale_after_minutes, monitor_stops_in_order } = config.assumptions.behavior;
  const { baseUrl } = config.service;
  mountRoutes(router, API_ROUTES, {
    config: () => ({
      simulated: simulated(),
      sandbox_sign_in: simulated() && (config.login?.issuer ?? baseUrl).origin === baseUrl.origin,
      map_style_url: config.mapStyleUrl?.href ?? null,
      map_tiles_url: tilesUrl(config.mapTiles),
      map_tiles_simulated:
        config.mapTiles !== null && 'simulated' in config.mapTiles && config.mapTiles.simulated,
      map_satellite: config.mapSatellite,
      version,
      access_contact: config.accessContact,
      company: company.identity,
      behavior: { stale_after_minutes, monitor_stops_in_order },
    }),
  });
}
