/** Usage: reading it, and what it tells. */
import { may } from '@waypost/contract/api/session';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import type { Router } from 'express';
import type { CurrentSession } from '../auth/sessions.ts';
import { sendCsv } from '../http/csv.ts';
import { Problem } from '../http/problems.ts';
import { mount } from '../http/route.ts';
import type { ListImports } from '../imports/imports.ts';
import type { ImportRow } from '../store/imports.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import type { UsageReader } from './usage-reader.ts';
import type { UsageReport } from './usage-report.ts';

export interface UsageRoutesOptions {
  readonly imports: ListImports;
  readonly usageReader: UsageReader;
  readonly usageReport: UsageReport;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

export function mountUsage(router: Router, options: UsageRoutesOptions): void {
  const { imports, usageReader, usageReport, tokenOf } = options;

  /** Its key is the partner that it is about. */
  const seen = async (import_id: string, session: CurrentSession): Promise<ImportRow> => {
    const row = await imports.row('usage', import_id);
    needsAdministrator(row.key === '' ? undefined : row.key, session);
    return row;
  };

  mount(router, USAGE_ROUTES.readUsage, async ({ body, session }) => {
    needsAdministrator(body.partner_id, session);
    // Our own usage is read for everybody, with our own right; another partner's only with that of a person who may.
    const token = body.partner_id === undefined ? undefined : await tokenOf(session);
    const { row, begun } = await usageReader.read(body, session.sub, token);
    return { status: begun ? 201 : 200, body: await imports.toResponse(row) };
  });

  mount(router, USAGE_ROUTES.usageImport, async ({ params, session }) =>
    imports.toResponse(await seen(params.import_id, session)),
  );

  mount(router, USAGE_ROUTES.cancelUsageImport, async ({ params, session }) => {
    await imports.leave(await seen(params.import_id, session), session.sub);
    return await imports.toResponse(await seen(params.import_id, session));
  });

  mount(router, USAGE_ROUTES.usageSummary, async ({ query, session }) => {
    needsAdministrator(query.partner_id, session);
    return await usageReport.summary(query);
  });

  mount(router, USAGE_ROUTES.usageEntities, async ({ query, session }) => {
    needsAdministrator(query.partner_id, session);
    return await usageReport.entities(query);
  });

  mount(router, USAGE_ROUTES.usageCsv, async ({ query, session, response }) => {
    needsAdministrator(query.partner_id, session);
    return sendCsv(response, await usageReport.csv(query));
  });
}

function needsAdministrator(partner_id: string | undefined, session: CurrentSession): void {
  if (partner_id === undefined || may(session.roles, 'administer')) return;
  throw Problem.forbidden("Your role can't see the usage of other partners", 'Ask a Waypost administrator');
}
