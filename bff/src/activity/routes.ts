/** The activity log, searched, for administrators. */

import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { FleetIndex } from '../fleets/fleet-index.ts';
import { nextPage, positionOf } from '../http/cursor.ts';
import { mountRoutes } from '../http/route.ts';
import { toIso } from '../lib/time.ts';
import type { ActivityRow } from '../store/activity.ts';
import type { Activity } from './activity.ts';

export interface ActivityRoutesOptions {
  readonly activity: Activity;
  readonly fleets: Pick<FleetIndex, 'nameOf'>;
}

/** What is done to these is logged under the reference of their fleet. */
const OF_A_FLEET = /_(invitation|agreement|connection)$/;

export function mountActivity(router: Router, { activity, fleets }: ActivityRoutesOptions): void {
  const entryOf = (row: ActivityRow) => ({
    ...activityEntryOf(row),
    fleet_name: row.target !== null && OF_A_FLEET.test(row.action) ? fleets.nameOf(row.target) : null,
  });
  mountRoutes(router, API_ROUTES, {
    activity: async ({ query }) => {
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
      return { items: page.map(entryOf), next_page };
    },
  });
}

/** A row as our own API answers it. */
export const activityEntryOf = (row: ActivityRow) => ({
  ...row,
  at: toIso(row.at),
  detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
});

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
