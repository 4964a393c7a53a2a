/** The activity log, for administrators. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Activity } from '../activity.ts';
import { mount } from '../http/route.ts';

export function mountActivity(router: Router, { activity }: { activity: Activity }): void {
  mount(router, API_ROUTES.activity, async ({ query }) => {
    const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.before);
    const rows = await activity.list(before, query.size);
    const items = rows.map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
    }));
    return { status: 200, body: { items } };
  });
}
