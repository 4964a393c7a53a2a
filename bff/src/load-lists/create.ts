/** Named lists of loads, for people and machines. */
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import { may } from '@waypost/contract/api/session';
import { mount } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { type ListUser, LoadLists } from './load-lists.ts';

const EVENT = 'load_lists';

export interface LoadListsCapability extends Capability {
  readonly lists: LoadLists;
}

export function createLoadLists({
  db,
  activity,
  events,
}: Pick<Wiring, 'db' | 'activity' | 'events'>): LoadListsCapability {
  const publish = (relay: boolean) => events.broadcaster.invalidate(EVENT, Date.now(), { relay });
  const lists = new LoadLists({ db, activity, onChange: () => publish(true) });
  events.onRelayed(EVENT, async () => publish(false));
  const user = ({ sub, name, roles }: { sub: string; name: string; roles: readonly string[] }): ListUser => ({
    sub,
    name,
    manages_loads: may(roles, 'manage_loads'),
  });
  return {
    lists,
    routes: (router) => {
      mount(router, LOAD_LIST_ROUTES.listLoadLists, async ({ query, session }) => ({
        status: 200,
        body: { items: await lists.list(session, query.load_id) },
      }));

      mount(router, LOAD_LIST_ROUTES.readLoadList, async ({ params, session }) => ({
        status: 200,
        body: await lists.read(params.list_id, session),
      }));

      mount(router, LOAD_LIST_ROUTES.createLoadList, async ({ body, session }) => ({
        status: 201,
        body: await lists.create(body, user(session)),
      }));

      mount(router, LOAD_LIST_ROUTES.updateLoadList, async ({ params, body, session }) => ({
        status: 200,
        body: await lists.update(params.list_id, body, user(session)),
      }));

      mount(router, LOAD_LIST_ROUTES.changeListedLoads, async ({ params, body, session }) => ({
        status: 200,
        body: await lists.changeLoads(params.list_id, body, user(session)),
      }));

      mount(router, LOAD_LIST_ROUTES.deleteLoadList, async ({ params, session }) => ({
        status: 200,
        body: await lists.remove(params.list_id, user(session)),
      }));
    },
    machineRoutes: (router) => {
      mount(router, LOAD_LIST_ROUTES.machineListLoadLists, async () => ({
        status: 200,
        body: { items: await lists.list(null) },
      }));

      mount(router, LOAD_LIST_ROUTES.machineChangeListedLoads, async ({ params, body, machine }) => ({
        status: 200,
        body: await lists.changeLoads(params.list_id, body, { ...machine, manages_loads: true }),
      }));
    },
  };
}
