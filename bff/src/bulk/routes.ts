/** Jobs of many invitations or users. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Bulk } from './bulk.ts';

export interface BulkRoutesOptions {
  readonly bulk: Bulk;
  readonly onboarding: Onboarding;
}

export function mountBulk(router: Router, { bulk, onboarding }: BulkRoutesOptions): void {
  mount(router, API_ROUTES.listBulkJobs, async () => ({ items: await bulk.list() }));

  mount(router, API_ROUTES.createBulkJob, async ({ body, session }) => {
    onboarding.subscribeFor(session);
    const { job, isNew } = await bulk.create(body, session);
    return { status: isNew ? 201 : 200, body: job };
  });

  mount(router, API_ROUTES.checkBulkRows, ({ body }) => bulk.check(body.kind, body.rows));

  mount(router, API_ROUTES.readBulkJob, ({ params }) => bulk.detail(params.job_id.toLowerCase()));

  mount(router, API_ROUTES.pauseBulkJob, ({ params, session }) =>
    bulk.pause(params.job_id.toLowerCase(), session),
  );

  mount(router, API_ROUTES.resumeBulkJob, ({ params, session }) =>
    bulk.resume(params.job_id.toLowerCase(), session),
  );

  mount(router, API_ROUTES.cancelBulkJob, ({ params, session }) =>
    bulk.cancel(params.job_id.toLowerCase(), session),
  );

  mount(router, API_ROUTES.previewBulkUndo, ({ params }) => bulk.previewUndo(params.job_id.toLowerCase()));

  mount(router, API_ROUTES.undoBulkJob, ({ params, session }) =>
    bulk.undo(params.job_id.toLowerCase(), session),
  );
}
