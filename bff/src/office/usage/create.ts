/** Usage counted by the service, and calls made by this server. */
import { may } from '@waypost/contract/api/session';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import type { FleetIndex } from '../../fleets/onboarding/fleet-index.ts';
import type { OperationProjection } from '../../fleets/onboarding/operation-projection.ts';
import type { Auth } from '../../people/auth/create.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import type { CurrentSession } from '../../platform/http/current.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import type { ImportRow } from '../../platform/store/imports.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Upstream } from '../../service/upstream/create.ts';
import type { ListImports } from '../imports/imports.ts';
import { OwnUsage } from './own-usage.ts';
import { UsageReader } from './usage-reader.ts';
import { UsageReport } from './usage-report.ts';

/** A user created meanwhile has its name a minute later. */
const USER_NAMES_MS = 60_000;

export async function createUsage(
  options: Uses<'log' | 'db'> & {
    readonly auth: Auth;
    readonly fleets: FleetIndex;
    readonly imports: ListImports;
    readonly operations: Pick<OperationProjection, 'userNames'>;
    readonly upstream: Upstream;
    readonly vehicleName: (vehicle_id: string) => string | null;
  },
): Promise<Capability> {
  const { log, db, auth, fleets, imports, operations, upstream, vehicleName } = options;
  const userNames = new TtlCache<ReadonlyMap<string, string>>(USER_NAMES_MS);
  const { client, endpoints } = upstream;
  const own = new OwnUsage(db, log);
  await own.open();
  client.onAnswered.subscribe(({ endpoint, data }) => own.recordAnswer(endpoint, data));
  const usageReader = new UsageReader({
    db,
    client,
    endpoint: endpoints.listUsage,
    imports,
    tokenOf: auth.tokenOfPerson,
  });
  const usageReport = new UsageReport({
    db,
    reader: usageReader,
    imports,
    own,
    names: async () => {
      const users = await userNames.fetch('all', () => operations.userNames());
      // Ids of vehicles, fleets and users never coincide.
      return (id) => vehicleName(id) ?? fleets.profileOf(id, null).name ?? users.get(id) ?? null;
    },
  });
  return {
    routes: (router) => {
      /** An import's key is its partner. */
      const found = async (import_id: string, session: CurrentSession): Promise<ImportRow> => {
        const row = await imports.row('usage', import_id);
        needsAdministrator(row.key === '' ? undefined : row.key, session);
        return row;
      };

      mountRoutes(router, USAGE_ROUTES, {
        readUsage: async ({ body, session }) => {
          needsAdministrator(body.partner_id, session);
          // Our own usage is read for everybody with our credentials; another partner's only with those of an authorized person.
          const token = body.partner_id === undefined ? undefined : await auth.tokenOf(session);
          const { row, begun } = await usageReader.read(body, session.sub, token ? session.sub : null);
          return { status: begun ? 201 : 200, body: await imports.toResponse(row) };
        },
        usageImport: async ({ params, session }) =>
          imports.toResponse(await found(params.import_id, session)),
        cancelUsageImport: async ({ params, session }) => {
          await imports.leave(await found(params.import_id, session), session.sub);
          return await imports.toResponse(await found(params.import_id, session));
        },
        usageSummary: async ({ query, session }) => {
          needsAdministrator(query.partner_id, session);
          return await usageReport.summary(query);
        },
        usageEntities: async ({ query, session }) => {
          needsAdministrator(query.partner_id, session);
          return await usageReport.entities(query);
        },
        usageCsv: async ({ query, session, response }) => {
          needsAdministrator(query.partner_id, session);
          return sendCsv(response, await usageReport.csv(query));
        },
      });
    },
    close: () => own.close(),
  };
}

function needsAdministrator(partner_id: string | undefined, session: CurrentSession): void {
  if (partner_id === undefined || may(session.roles, 'administer')) return;
  throw Problem.forbidden("Your role can't see the usage of other partners", 'Ask a Waypost administrator');
}
