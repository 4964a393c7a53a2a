/** Acts of people on exceptions. Each is in the activity log once, however many loads it was on. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { TriageAct } from '@waypost/contract/api/triage';
import type { Router } from 'express';
import type { Action, Activity } from '../activity/activity.ts';
import type { Person } from '../auth/actor.ts';
import type { Board } from '../board/board.ts';
import { mountRoutes } from '../http/route.ts';
import type { Database } from '../store/database.ts';
import { toOffers } from './handover.ts';
import { periodOf, shiftReport } from './shift-report.ts';
import type { Triage } from './triage.ts';

export interface TriageRoutesOptions {
  readonly db: Database;
  readonly triage: Triage;
  readonly board: Pick<Board, 'get'>;
  readonly activity: Activity;
}

const ACTIONS: Readonly<Record<TriageAct['kind'], Action>> = {
  assign: 'assign_exception',
  note: 'note_exception',
  snooze: 'snooze_exception',
  wake: 'wake_exception',
  close: 'close_exception',
  reopen: 'reopen_exception',
  offer: 'offer_exception',
};
/** Of many loads the log names so many. */
const NAMED = 20;

export function mountTriage(router: Router, { db, triage, board, activity }: TriageRoutesOptions): void {
  const record = async (by: Person, action: Action, load_ids: readonly string[], detail: object) => {
    if (load_ids.length === 0) return;
    const load_refs = load_ids.slice(0, NAMED).map((load_id) => board.get(load_id)?.item.load_ref ?? load_id);
    await activity.record(by, action, load_ids.length === 1 ? load_ids[0] : null, {
      loads: load_ids.length,
      load_refs,
      ...detail,
    });
  };

  mountRoutes(router, API_ROUTES, {
    actOnExceptions: async ({ body, session }) => {
      const { owner, repeated, ...result } = await triage.act(body, session);
      const { kind, ...detail } = body.act;
      const said = kind === 'assign' ? { owner: owner?.name ?? null } : detail;
      if (!repeated) await record(session, ACTIONS[kind], result.done, said);
      return result;
    },
    undoTriage: async ({ body, session }) => {
      const { kind, ...result } = await triage.undo(body.act_id, session);
      await record(session, 'undo_exception_act', result.done, { undone: ACTIONS[kind] });
      return result;
    },
    triageHistory: async ({ params }) => ({
      items: await triage.history(params.load_id),
    }),
    handover: async () => ({ items: await triage.handover() }),
    handoverOffers: async ({ session }) => ({
      items: toOffers(await triage.handover(), session.sub),
    }),
    shiftReport: ({ query }) => shiftReport(db, periodOf(query)),
    triagePeople: async () => ({ items: await triage.people() }),
  });
}
