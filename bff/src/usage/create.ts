/** Usage: what the service counts, and what this server has asked of it. */

import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { OwnUsage } from './own-usage.ts';
import { mountUsage } from './routes.ts';
import { UsageReader } from './usage-reader.ts';
import { UsageReport } from './usage-report.ts';

export type CreateUsageOptions = Pick<
  Wiring,
  'log' | 'db' | 'auth' | 'fleets' | 'imports' | 'upstream' | 'vehicleName'
>;

export async function createUsage(options: CreateUsageOptions): Promise<Capability> {
  const { log, db, auth, fleets, imports, upstream, vehicleName } = options;
  const { client, endpoints } = upstream;
  const own = new OwnUsage(db, log);
  await own.open();
  client.onAnswered.subscribe(({ endpoint, data }) => own.answered(endpoint, data));
  const usageReader = new UsageReader({ db, client, endpoint: endpoints.listUsage, imports });
  const usageReport = new UsageReport({
    db,
    reader: usageReader,
    imports,
    own,
    // Ids of vehicles and fleets are never the same.
    nameOf: (id) => vehicleName(id) ?? fleets.profileOf(id, null).name,
  });
  return {
    routes: (router) => mountUsage(router, { imports, usageReader, usageReport, tokenOf: auth.tokenOf }),
    close: () => own.close(),
  };
}
