/** Resource operations: what was to be written at providers, and once more with the same data. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { alreadyGone, Problem } from '../http/problems.ts';
import { mountRoutes } from '../http/route.ts';
import { createdAnswer, intentIdOf } from '../intents/routes.ts';
import type { OnboardingRoutesOptions } from './create.ts';

export function mountOperations(router: Router, options: OnboardingRoutesOptions): void {
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
      // For the fleets' names.
      await directory.get();
      const [items, sources] = await Promise.all([operations.list(), onboarding.operationSources()]);
      return { items, sources };
    },
    readOperation: async ({ params }) => operations.toDetailResponse(await found(params.operation_id)),
    refreshOperation: async ({ params, session }) => {
      const row = await found(params.operation_id);
      const read = await onboarding.operationReader.readOne(row, 'person', await tokenOf(session));
      const { readsSingly } = onboarding.operationReader;
      if (!read && row.connection_id !== null && readsSingly) throw alreadyGone('operation');
      if (!read)
        throw new Problem(502, 'assumption_failed', "The tracking service can't refresh a single operation", {
          detail:
            'Waypost shows the last data it received. If your tracking service supports it, an administrator can set the address in SERVICE_ASSUMPTIONS',
        });
      return operations.toDetailResponse(await found(row.id));
    },
    repeatOperation: async ({ params, body, session, request }) => {
      const row = await found(params.operation_id);
      const kept = operations.requestOf(row);
      if (kept === null)
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
      const user = { ...kept, ...(password === undefined ? {} : { password }) };
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
