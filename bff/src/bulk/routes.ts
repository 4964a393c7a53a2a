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
  mount(router, API_ROUTES.listBulkJobs, async () => ({ status: 200, body: { items: await bulk.list() } }));

  mount(router, API_ROUTES.createBulkJob, async ({ body, session }) => {
    onboarding.subscribeFor(session);
    const { job, isNew } = await bulk.create(body, session);
    return { status: isNew ? 201 : 200, body: job };
  });

  mount(router, API_ROUTES.checkBulkRows, async ({ body }) => ({
    status: 200,
    body: await bulk.check(body.kind, body.rows),
  }));

  mount(router, API_ROUTES.readBulkJob, async ({ params }) => ({
    status: 200,
    body: await bulk.detail(params.job_id.toLowerCase()),
  }));

  mount(router, API_ROUTES.pauseBulkJob, async ({ params, session }) => ({
    status: 200,
    body: await bulk.pause(params.job_id.toLowerCase(), session),
  }));

  mount(router, API_ROUTES.resumeBulkJob, async ({ params, session }) => ({
    status: 200,
    body: await bulk.resume(params.job_id.toLowerCase(), session),
  }));

  mount(router, API_ROUTES.cancelBulkJob, async ({ params, session }) => ({
    status: 200,
    body: await bulk.cancel(params.job_id.toLowerCase(), session),
  }));

  mount(router, API_ROUTES.previewBulkUndo, async ({ params }) => ({
    status: 200,
    body: await bulk.previewUndo(params.job_id.toLowerCase()),
  }));

  mount(router, API_ROUTES.undoBulkJob, async ({ params, session }) => ({
    status: 200,
    body: await bulk.undo(params.job_id.toLowerCase(), session),
  }));
}
