/** The activity log, for administrators. */
import { actionsSaying, saidWords, storedSaying } from '@waypost/contract/api/activity-words';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { FleetIndex } from '../../fleets/onboarding/fleet-index.ts';
import { type Activity, activityEntryOf } from '../../platform/activity/activity.ts';
import { nextPage, positionOf } from '../../platform/http/list-pages.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { type ActivityRow, searchText } from '../../platform/store/activity.ts';

interface ActivityRoutesOptions {
  readonly activity: Activity;
  readonly fleets: Pick<FleetIndex, 'nameOf' | 'refsNamed'>;
}

/** Actions on these are logged under the reference of their fleet. */
const FLEET_ACTION = /_(invitation|agreement|connection|invitation_link)$|^(remind_fleet|undo_follow_up)$/;
/** In the place of a person's name. */
const NOBODY = 'waypost (automatic)';
/** A database has a limit of values in one query. */
const MAX_FLEETS = 5_000;

export function mountActivity(router: Router, { activity, fleets }: ActivityRoutesOptions): void {
  const entryOf = (row: ActivityRow) => ({
    ...activityEntryOf(row),
    fleet_name: row.target !== null && FLEET_ACTION.test(row.action) ? fleets.nameOf(row.target) : null,
  });
  const meaningOf = (word: string) => ({
    actions: actionsSaying(word),
    texts: storedSaying(word),
    targets: fleets.refsNamed((name) => searchText(name).includes(word), MAX_FLEETS),
    by_nobody: NOBODY.includes(word),
  });
  mountRoutes(router, API_ROUTES, {
    activity: async ({ query }) => {
      const rows = await activity.list({
        words: saidWords(query.q ?? ''),
        meaningOf,
        action: query.action,
        without_sessions: query.sessions === 'leave_out',
        job_id: query.job === 'leave_out' ? null : query.job?.toLowerCase(),
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

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
