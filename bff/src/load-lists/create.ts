/** Named lists of loads, for people and machines. */
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import { may } from '@waypost/contract/api/session';
import { mountRoutes } from '../http/route.ts';
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
    routes: (router) =>
      mountRoutes(router, LOAD_LIST_ROUTES, {
        listLoadLists: async ({ query, session }) => ({
          items: await lists.list(session, query.load_id),
        }),
        readLoadList: ({ params, session }) => lists.read(params.list_id, session),
        createLoadList: ({ body, session }) => lists.create(body, user(session)),
        updateLoadList: ({ params, body, session }) => lists.update(params.list_id, body, user(session)),
        changeListedLoads: ({ params, body, session }) =>
          lists.changeLoads(params.list_id, body, user(session)),
        deleteLoadList: ({ params, session }) => lists.remove(params.list_id, user(session)),
      }),
    machineRoutes: (router) =>
      mountRoutes(router, LOAD_LIST_ROUTES, {
        machineListLoadLists: async () => ({ items: await lists.list(null) }),
        machineChangeListedLoads: ({ params, body, machine }) =>
          lists.changeLoads(params.list_id, body, { ...machine, manages_loads: true }),
      }),
  };
}
