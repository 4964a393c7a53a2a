/** Posting loads to the tracking service, correcting them, and finding loads by pasted text. */
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { Router } from 'express';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { CreateIntentsOptions, IntentsCapability } from '../../service/intents/create.ts';
import { createdAnswer, intentIdOf, machineIntentId } from '../../service/intents/create.ts';
import { withoutToken } from '../../service/upstream/actor.ts';
import type { Board } from '../board/board.ts';
import type { Polling } from '../polling/create.ts';
import { LoadLookup } from './lookup.ts';
import { LoadPoster } from './posting.ts';

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
    machineRoutes: (router) => mountMachinePosting(router, poster),
    start: () => poster.open(),
    stop: () => poster.stop(),
  };
}

/** Posting for machines: the same commands, with the organization's credentials. */
function mountMachinePosting(router: Router, poster: LoadPoster): void {
  mountRoutes(router, MACHINE_ROUTES, {
    machinePostLoad: async ({ body, headers, machine }) =>
      createdAnswer(await poster.post(body, machineIntentId(machine, headers), withoutToken(machine)), [201]),
    machineReadSentLoad: ({ params }) => poster.sent(params.load_id),
    machineCorrectLoad: ({ params, body, machine }) =>
      poster.correct(params.load_id, body, withoutToken(machine)),
  });
}
