import { API_ROUTES } from '@waypost/contract/api/routes';
import type { InvitationCreate } from '@waypost/contract/invitations';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { BulkRowRow } from '../../platform/store/bulk.ts';
import { invitationsOf } from '../../platform/store/onboarding.ts';
import { rowOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Intents } from '../../service/intents/intents.ts';
import type { Events } from '../../tracking/events/hub.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { Bulk } from './bulk.ts';
import { KnownUsers } from './known-users.ts';
import { ALREADY_ACCEPTED, APPEARED, BulkUndo, RowSender } from './sender.ts';

interface CreateBulkOptions extends Uses<'log' | 'db' | 'box' | 'activity'> {
  readonly cluster: Cluster;
  readonly events: Events;
  readonly onboarding: Onboarding;
  readonly intents: Intents;
}

export function createBulk(options: CreateBulkOptions): Capability & { readonly bulk: Bulk } {
  const { box, cluster, events, intents, onboarding, ...common } = options;
  const { db } = common;
  /** Reason not to send a row because something has changed since the check; rows in progress are completed. */
  const stopReason = async (row: BulkRowRow, { fleet_ref }: InvitationCreate): Promise<string | null> => {
    if (await rowOf(db, 'intent', { id: row.intent_id })) return null;
    const [current] = await invitationsOf(db, fleet_ref);
    const accepted = current?.status === 'accepted' || onboarding.agreements.isShared(fleet_ref);
    if (accepted && row.renews_accepted === 0) return ALREADY_ACCEPTED;
    return current && row.effect === 'create' ? APPEARED : null;
  };
  const bulk = new Bulk({
    ...common,
    box,
    broadcaster: events.broadcaster,
    agreements: () => onboarding.agreements.list(false),
    redirects: onboarding.redirects,
    users: (ids) => KnownUsers.read({ db, box, operations: onboarding.operations }, ids),
    undo: new BulkUndo({ db, commands: onboarding.invitationCommands }),
    sender: new RowSender({
      box,
      intents,
      added: (body) => onboarding.added(body),
      stopReason,
    }),
  });
  cluster.runExclusively('reader', bulk);
  events.onRelayed('bulk', (keys) => bulk.progress.publishRelayed(keys));
  return {
    bulk,
    routes: (router) =>
      mountRoutes(router, API_ROUTES, {
        listBulkJobs: async () => ({ items: await bulk.list() }),
        createBulkJob: async ({ body, session }) => {
          onboarding.subscribeFor(session);
          const { job, isNew } = await bulk.create(body, session);
          return { status: isNew ? 201 : 200, body: job };
        },
        checkBulkRows: ({ body }) => bulk.check(body.kind, body.rows),
        readBulkJob: ({ params }) => bulk.detail(params.job_id.toLowerCase()),
        pauseBulkJob: ({ params, session }) => bulk.act(params.job_id.toLowerCase(), 'pause', session),
        resumeBulkJob: ({ params, session }) => bulk.act(params.job_id.toLowerCase(), 'resume', session),
        cancelBulkJob: ({ params, session }) => bulk.act(params.job_id.toLowerCase(), 'cancel', session),
        previewBulkUndo: ({ params }) => bulk.previewUndo(params.job_id.toLowerCase()),
        undoBulkJob: ({ params, session }) => bulk.undo(params.job_id.toLowerCase(), session),
      }),
  };
}
