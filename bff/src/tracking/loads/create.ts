/** Posting loads to the tracking service, correcting them, and finding loads by pasted text. */
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { Response, Router } from 'express';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { CreateIntentsOptions, IntentsCapability } from '../../service/intents/create.ts';
import { createdAnswer, intentIdOf, machineIntentId } from '../../service/intents/create.ts';
import { withoutToken } from '../../service/upstream/actor.ts';
import type { Board } from '../board/board.ts';
import type { Polling } from '../polling/create.ts';
import { LoadLookup } from './lookup.ts';
import { LoadPoster } from './posting.ts';
import { LoadReferences } from './references.ts';

export async function createLoads(
  options: Pick<CreateIntentsOptions, 'log' | 'db' | 'box' | 'activity' | 'auth' | 'upstream'> & {
    readonly board: Board;
    readonly intents: IntentsCapability;
    readonly polling: Polling;
  },
): Promise<Capability> {
  const { log, db, box, activity, auth, board, polling, upstream } = options;
  const { client, endpoints } = upstream;
  const { intents, addListener } = options.intents;
  const { poller } = polling;
  const poster = new LoadPoster({ db, box, board, poller, intents, client, endpoints, activity, log });
  addListener(poster);
  const lookup = new LoadLookup({ db, board });
  return {
    routes: (router) =>
      mountRoutes(router, POSTED_LOAD_ROUTES, {
        lookUpLoads: async ({ body }) => ({
          items: await lookup.find(body.texts),
        }),
        loadPosting: () => poster.state,
        postLoad: async ({ body, session, request }) =>
          createdAnswer(await poster.post(body, intentIdOf(request), auth.actorOf(session)), [201]),
        readSentLoad: ({ params }) => poster.sent(params.load_id),
        correctLoad: ({ params, body, session }) =>
          poster.correct(params.load_id, body, auth.actorOf(session)),
      }),
    machineRoutes: (router) => mountMachinePosting(router, poster, new LoadReferences({ db, board, poster })),
    start: () => poster.open(),
    stop: () => poster.stop(),
  };
}

/** Posting for machines: the same commands, with the organization's credentials. */
function mountMachinePosting(router: Router, poster: LoadPoster, references: LoadReferences): void {
  mountRoutes(router, MACHINE_ROUTES, {
    machinePostLoad: async ({ body, headers, machine, response }) => {
      const id = machineIntentId(machine, headers);
      const answer = createdAnswer(await references.post(body, id, withoutToken(machine)), [201]);
      return pointing(response, answer, answer.body.intent);
    },
    machinePutLoad: async ({ body, machine, response }) => {
      const result = await references.put(body, withoutToken(machine), 'person');
      const status = result.state === 'pending' ? 202 : result.outcome === 'posted' ? 201 : 200;
      return pointing(response, { status, body: result }, result.intent);
    },
    machinePutLoads: async ({ body, machine }) => ({
      items: await references.putAll(body.loads, withoutToken(machine)),
    }),
    machineFindLoad: async ({ query }) => {
      const found = await references.find(query.load_ref);
      if (!found) throw Problem.notFound('No load has this load_ref', 'Post it');
      return found;
    },
    machineReadSentLoad: ({ params }) => poster.sent(params.load_id),
    machineCorrectLoad: ({ params, body, machine }) =>
      poster.correct(params.load_id, body, withoutToken(machine)),
  });
}

/** Says where an answer with 202 can be followed. */
function pointing<A extends { readonly status: number }>(
  response: Response,
  answer: A,
  intent: { readonly id: string } | null,
): A {
  if (answer.status === 202 && intent) response.location(`/machine/v1/requests/${intent.id}`);
  return answer;
}
