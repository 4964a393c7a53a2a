/** Posting, correcting and finding loads. */
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { Router } from 'express';
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
    status: 200,
    body: { items: await lookup.find(body.texts) },
  }));

  mount(router, POSTED_LOAD_ROUTES.loadPosting, () => ({ status: 200, body: poster.state }));

  mount(router, POSTED_LOAD_ROUTES.postLoad, async ({ body, session, request }) =>
    createdAnswer(await poster.post(body, intentIdOf(request), actorOf(session)), [201]),
  );

  mount(router, POSTED_LOAD_ROUTES.readSentLoad, async ({ params }) => ({
    status: 200,
    body: await poster.sent(params.load_id),
  }));

  mount(router, POSTED_LOAD_ROUTES.correctLoad, async ({ params, body, session }) => ({
    status: 200,
    body: await poster.correct(params.load_id, body, actorOf(session)),
  }));
}
