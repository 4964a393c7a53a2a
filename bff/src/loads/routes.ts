/** Posting, correcting and finding loads. */
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { Router } from 'express';
import type { CurrentMachine } from '../api-keys/guard.ts';
import type { Actor } from '../auth/actor.ts';
import type { Auth } from '../auth/create.ts';
import { mount } from '../http/route.ts';
import { createdAnswer, intentIdOf } from '../intents/routes.ts';
import type { LoadLookup } from './lookup.ts';
import type { LoadPoster } from './posting.ts';

export interface LoadRoutesOptions {
  readonly poster: LoadPoster;
  readonly lookup: LoadLookup;
  readonly actorOf: Auth['actorOf'];
}

export function mountLoads(router: Router, { poster, lookup, actorOf }: LoadRoutesOptions): void {
  mount(router, POSTED_LOAD_ROUTES.lookUpLoads, async ({ body }) => ({
    items: await lookup.find(body.texts),
  }));

  mount(router, POSTED_LOAD_ROUTES.loadPosting, () => poster.state);

  mount(router, POSTED_LOAD_ROUTES.postLoad, async ({ body, session, request }) =>
    createdAnswer(await poster.post(body, intentIdOf(request), actorOf(session)), [201]),
  );

  mount(router, POSTED_LOAD_ROUTES.readSentLoad, ({ params }) => poster.sent(params.load_id));

  mount(router, POSTED_LOAD_ROUTES.correctLoad, ({ params, body, session }) =>
    poster.correct(params.load_id, body, actorOf(session)),
  );
}

/** The same for machines: what a person posts and corrects, a key does with the organization's credentials. */
export function mountMachinePosting(router: Router, poster: LoadPoster): void {
  mount(router, MACHINE_ROUTES.machinePostLoad, async ({ body, machine, request }) =>
    createdAnswer(await poster.post(body, intentIdOf(request), actorOfMachine(machine)), [201]),
  );

  mount(router, MACHINE_ROUTES.machineReadSentLoad, ({ params }) => poster.sent(params.load_id));

  mount(router, MACHINE_ROUTES.machineCorrectLoad, ({ params, body, machine }) =>
    poster.correct(params.load_id, body, actorOfMachine(machine)),
  );
}

const actorOfMachine = ({ sub, name }: CurrentMachine): Actor => ({
  sub,
  name,
  token: async () => undefined,
});
