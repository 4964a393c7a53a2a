/** How loads come in: posted to the service, corrected there, and found by what people paste. */
import type { CreateIntentsOptions } from '../intents/create.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { LoadLookup } from './lookup.ts';
import { LoadPoster } from './posting.ts';
import { mountLoads } from './routes.ts';

export type CreateLoadsOptions = Pick<
  CreateIntentsOptions,
  'log' | 'db' | 'box' | 'activity' | 'auth' | 'upstream'
> &
  Pick<Wiring, 'board' | 'intents' | 'polling'>;

export async function createLoads(options: CreateLoadsOptions): Promise<Capability> {
  const { log, db, box, activity, auth, board, polling, upstream } = options;
  const { client, endpoints } = upstream;
  const { intents, addListener } = options.intents;
  const { poller } = polling;
  const poster = new LoadPoster({ db, box, board, poller, intents, client, endpoints, activity, log });
  addListener(poster);
  return {
    routes: (router) =>
      mountLoads(router, { poster, lookup: new LoadLookup({ db, board }), actorOf: auth.actorOf }),
    start: () => poster.open(),
  };
}
