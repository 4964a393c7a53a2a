/** Onboarding: invitations, agreements, connections, operations, and their routes. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { activityEntryOf } from '../../platform/activity/activity.ts';
import { alreadyGone, Problem } from '../../platform/http/problems.ts';
import { mountRoutes, sendJsonList, slicesOf } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Directory } from '../../service/directory/directory.ts';
import { createdAnswer, intentIdOf } from '../../service/intents/create.ts';
import type { Intents } from '../../service/intents/intents.ts';
import { toInvitationResponse } from './invitation-response.ts';
import { type CreateOnboardingOptions, createParts, type Onboarding } from './onboarding.ts';

const timeOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));

export function createOnboarding(
  options: CreateOnboardingOptions,
): Capability & { readonly onboarding: Onboarding } {
  const { auth, directory, intents } = options;
  const { onboarding, start } = createParts(options);
  const parts = { onboarding, directory, intents: intents.intents, auth };
  return {
    onboarding,
    routes: (router) => {
      mountInvitations(router, parts);
      mountAgreements(router, parts);
      mountOperations(router, parts);
    },
    start,
  };
}

interface OnboardingRoutesOptions {
  readonly onboarding: Onboarding;
  readonly directory: Directory;
  readonly intents: Intents;
  readonly auth: CreateOnboardingOptions['auth'];
}

function mountInvitations(router: Router, options: OnboardingRoutesOptions): void {
  const { onboarding, intents } = options;
  const { tokenOf, actorOf } = options.auth;
  const { invitations, invitationCommands, tmsInvitations } = onboarding;

  const found = async (key: string) => {
    const row = await invitations.row(key);
    if (!row) throw Problem.notFound('Invitation not found', 'Refresh the list');
    return row;
  };

  mountRoutes(router, API_ROUTES, {
    createInvitation: async ({ body, session, request }) => {
      onboarding.subscribeFor(session);
      const added = await onboarding.added(body);
      const command = { kind: 'invitation', body, added, intent_id: intentIdOf(request) } as const;
      const outcome = await intents.send(command, actorOf(session));
      // The intent's result only holds our key; details are in the projection.
      const { key } = (outcome.result ?? {}) as { readonly key?: string };
      const row = key === undefined ? undefined : await invitations.row(key);
      const result = row ? toInvitationResponse(row) : null;
      const { status, body: created } = createdAnswer({ ...outcome, result }, [201, 200]);
      const changed = invitations.changedBy(outcome.row.id);
      return { status, body: { ...created, refreshed: status === 200, changed } };
    },
    listInvitations: async ({ response, session }) => {
      onboarding.subscribeFor(session);
      const [items, sources] = await Promise.all([invitations.listJson(), onboarding.invitationSources()]);
      const start = `{"sources":${JSON.stringify(sources)},"items":[`;
      return sendJsonList(response, start, slicesOf(items), ']}');
    },
    invitationDefaults: () => onboarding.defaults(),
    readInvitation: async ({ params }) => invitations.detail(await found(params.key)),
    refreshInvitationState: async ({ params, session }) => {
      const read = await invitationCommands.read(await found(params.key), await tokenOf(session));
      if (!read) throw cannotRefresh('invitation');
      return await invitations.detail(await found(params.key));
    },
    showInvitationLink: async ({ params, session }) =>
      invitationCommands.link(await found(params.key), actorOf(session)),
    shareInvitation: async ({ params, body, session }) =>
      invitationCommands.share(await found(params.key), body.how, body.to, actorOf(session)),
    unshareInvitation: async ({ params, query, session }) =>
      invitationCommands.unshare(await found(params.key), timeOf(query.shared_at), actorOf(session)),
    chaseInvitation: async ({ params, body, session }) =>
      invitationCommands.chase(await found(params.key), body, actorOf(session)),
    undoInvitationChase: async ({ params, query, session }) =>
      invitationCommands.undoChase(await found(params.key), timeOf(query.logged_at), actorOf(session)),
    deleteInvitation: async ({ params, session }) => {
      const row = await found(params.key);
      if (row.status === 'deleted') return toInvitationResponse(row);
      return await invitationCommands.delete(row, actorOf(session));
    },
    listTmsInvitations: () => tmsInvitations.list(),
    // Must precede the route with a key parameter.
    deleteTmsInvitationById: ({ body, session }) =>
      tmsInvitations.delete(body.tms_invitation_id.toLowerCase(), actorOf(session)),
    deleteTmsInvitation: ({ params, session }) => tmsInvitations.deleteByKey(params.key, actorOf(session)),
  });
}

function mountAgreements(router: Router, options: OnboardingRoutesOptions): void {
  const { onboarding, directory } = options;
  const { agreements } = onboarding;
  const { actorOf } = options.auth;
  const idOf = (id: string) => id.toLowerCase();

  mountRoutes(router, API_ROUTES, {
    listAgreements: async ({ query, session }) => {
      onboarding.subscribeFor(session);
      return await agreements.list(query.fresh === 'true');
    },
    readAgreement: ({ params }) => agreements.detail(idOf(params.share_agreement_id)),
    agreementHistory: async ({ params }) => {
      const rows = await agreements.history(idOf(params.share_agreement_id));
      return { items: rows.map(activityEntryOf) };
    },
    updateAgreement: ({ params, body, session }) =>
      agreements.update(idOf(params.share_agreement_id), body, actorOf(session)),
    cancelAgreement: ({ params, body, session }) =>
      agreements.cancel(idOf(params.share_agreement_id), body.confirm, actorOf(session)),
    deleteAgreement: ({ params, body, session }) =>
      agreements.delete(idOf(params.share_agreement_id), body.confirm, actorOf(session)),
    listConnections: async ({ query }) => {
      const { connections, read_at, problem, unread } = await directory.get(query.fresh === 'true');
      const refusals = await onboarding.userSupport.refusals(connections);
      return {
        items: connections.map((one) => ({ ...one, users_refused: refusals.get(one.id) ?? null })),
        known: directory.lists.connections,
        read_at: toIso(read_at),
        read_problem: problem,
        unread: unread.connections,
      };
    },
    deleteConnection: ({ params, body, session }) =>
      agreements.deleteConnection(idOf(params.connection_id), body.confirm, actorOf(session)),
  });
}

function mountOperations(router: Router, options: OnboardingRoutesOptions): void {
  const { onboarding, directory, intents } = options;
  const { tokenOf, actorOf } = options.auth;
  const { operations } = onboarding;

  const found = async (id: string) => {
    const row = await operations.row(id.toLowerCase());
    if (!row) throw Problem.notFound('Operation not found', 'Refresh the list');
    return row;
  };

  mountRoutes(router, API_ROUTES, {
    createUser: async ({ body, query, session, request }) => {
      onboarding.subscribeFor(session);
      const command = { kind: 'user', body, query, intent_id: intentIdOf(request) } as const;
      const outcome = await intents.send(command, actorOf(session));
      onboarding.readOperationsSoon();
      return createdAnswer(outcome, [202, 200]);
    },
    listOperations: async ({ session }) => {
      onboarding.subscribeFor(session);
      await directory.get();
      const [items, sources] = await Promise.all([operations.list(), onboarding.operationSources()]);
      return { items, sources };
    },
    readOperation: async ({ params }) => operations.toDetailResponse(await found(params.operation_id)),
    refreshOperation: async ({ params, session }) => {
      const row = await found(params.operation_id);
      const read = await onboarding.operationReader.readOne(row, 'person', await tokenOf(session));
      const { canReadSingle } = onboarding.operationReader;
      if (!read && row.connection_id !== null && canReadSingle) throw alreadyGone('operation');
      if (!read) throw cannotRefresh('operation');
      return operations.toDetailResponse(await found(row.id));
    },
    repeatOperation: async ({ params, body, session, request }) => {
      const row = await found(params.operation_id);
      const stored = operations.requestOf(row);
      if (stored === null)
        throw Problem.conflict(
          'Waypost does not have the data of this operation',
          'It was created outside Waypost. Create the user again',
        );
      const { outcome } = outcomeOf(operations.toResponse(row));
      if (['waiting', 'retrying', 'done', 'unknown'].includes(outcome))
        throw Problem.conflict(
          'This operation has not failed',
          'Sending it again could create a second user',
        );
      const { password, is_sync } = body;
      const user = { ...stored, ...(password === undefined ? {} : { password }) };
      const command = {
        kind: 'user',
        body: user,
        query: { is_sync },
        intent_id: intentIdOf(request),
      } as const;
      const sent = await intents.send(command, actorOf(session));
      if (sent.row.result_id !== null) await operations.repeatedAs(row, sent.row.result_id);
      onboarding.readOperationsSoon();
      return createdAnswer(sent, [202, 200]);
    },
  });
}

const cannotRefresh = (what: string) =>
  new Problem(502, 'assumption_failed', `The tracking service can't refresh a single ${what}`, {
    detail:
      'Waypost shows the last data it received. If your tracking service supports it, an administrator can set the address in SERVICE_ASSUMPTIONS',
  });
