/** The activity log, searched, for administrators. */

import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { nextPage, positionOf } from '../http/cursor.ts';
import { mount } from '../http/route.ts';
import { toIso } from '../lib/time.ts';
import type { ActivityRow } from '../store/activity.ts';
import type { Activity } from './activity.ts';

export function mountActivity(router: Router, { activity }: { activity: Activity }): void {
  mount(router, API_ROUTES.activity, async ({ query }) => {
    const rows = await activity.list({
      words: query.q?.split(/\s+/) ?? [],
      action: query.action,
      without_sessions: query.sessions === 'leave_out',
      since: msOf(query.since),
      until: msOf(query.until),
      after: query.cursor === undefined ? undefined : positionOf(query.cursor),
      limit: query.size + 1,
    });
    const page = rows.slice(0, query.size);
    const next_page = nextPage(page.at(-1), rows.length > query.size);
    return { items: page.map(activityEntryOf), next_page };
  });
}

/** A row as our own API answers it. */
export const activityEntryOf = (row: ActivityRow) => ({
  ...row,
  at: toIso(row.at),
  detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
});

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
