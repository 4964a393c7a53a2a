/** Named lists of loads. Private lists are visible to their owner only; team lists are changed by everybody who manages loads. */
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import {
  type ListedLoadsChange,
  type LoadList,
  type LoadListChange,
  type LoadListCreate,
  type LoadListDetail,
  MAX_LISTED_LOADS,
  MAX_LOAD_LISTS,
} from '@waypost/contract/api/load-lists';
import { may } from '@waypost/contract/api/session';
import { nameKeyOf, scopeOf, TEAM } from '../../people/views/views.ts';
import type { Action } from '../../platform/activity/activity.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  addListedLoads,
  type CountedListRow,
  changeLoadList,
  countLoadLists,
  type LoadListRow,
  listedLoads,
  loadListById,
  loadListsOf,
  removeListedLoads,
} from '../../platform/store/load-lists.ts';
import { addRow, deleteRow, rowOf, rowsOf } from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

/** A person or machine, and whether it may change team lists. */
type ListUser = Person & { readonly manages_loads: boolean };

interface LoadListsOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  readonly onChange?: () => void;
}

interface ListedLoadsResult {
  readonly list: LoadList;
  readonly added: string[];
  readonly removed: string[];
}

export class LoadLists extends ServerPart<LoadListsOptions> {
  /** Team lists and those of `by`, sorted by name. With `load_id`, each has `has_load`. */
  async list(by: Person | null, load_id?: string): Promise<LoadList[]> {
    const { db } = this.options;
    const rows = await loadListsOf(db, by === null ? [TEAM] : [TEAM, scopeOf('person', by)]);
    if (load_id === undefined) return rows.map((row) => toListResponse(row, by));
    const having = new Set((await rowsOf(db, 'load_list_load', { load_id })).map(({ list_id }) => list_id));
    return rows.map((row) => ({ ...toListResponse(row, by), has_load: having.has(row.id) }));
  }

  /** Throws 404, and 403 with the owner's name for another person's private list. */
  async read(id: string, by: Person): Promise<LoadListDetail> {
    return this.#detail(await this.#readable(id, by), by);
  }

  /** Idempotent by `list_id`. Throws 403, and 409 when the name is taken or there are too many lists. */
  async create({ list_id, name, scope, load_ids }: LoadListCreate, by: ListUser): Promise<LoadListDetail> {
    const { db } = this.options;
    const own = scopeOf(scope, by);
    assertWritable(own, by);
    const existing = await loadListById(db, list_id);
    if (existing) return this.#detail(await this.#readable(list_id, by), by);
    if ((await countLoadLists(db, own)) >= MAX_LOAD_LISTS)
      throw Problem.conflict(`There are already ${MAX_LOAD_LISTS} lists`, "Delete one you don't use.");
    const now = this.now();
    const row: LoadListRow = {
      id: list_id,
      scope: own,
      name,
      name_key: nameKeyOf(name),
      version: 1,
      owner_sub: by.sub,
      owner_name: by.name,
      created_at: now,
      updated_at: now,
      updated_by_name: by.name,
    };
    return this.#change(async (trx) => {
      if (!(await addRow(trx, 'load_list', row, 'ignore'))) throw nameTaken(name);
      await addListedLoads(trx, list_id, load_ids, { added_at: now, added_by_name: by.name });
      const detail = await this.#detail(await this.#existing(list_id, trx), by, trx);
      await this.#record(trx, 'create_load_list', row, by, { loads: detail.load_ids.length });
      return detail;
    });
  }

  async update(id: string, { name, scope }: LoadListChange, by: ListUser): Promise<LoadList> {
    const before = await this.#writable(id, by);
    const to = scope === undefined ? before.scope : scopeOf(scope, by);
    assertWritable(to, by);
    if (to !== before.scope && before.owner_sub !== by.sub)
      throw Problem.forbidden(
        `Only ${before.owner_name} can make this list private`,
        'Create a list of your own instead.',
      );
    const after = { scope: to, name: name ?? before.name, name_key: nameKeyOf(name ?? before.name) };
    // A team list that becomes private counts as a change of a team list, because others no longer see it.
    const seen = { ...before, ...after, scope: before.scope === TEAM ? TEAM : to };
    return this.#change(async (trx) => {
      const holder = await rowOf(trx, 'load_list', { scope: to, name_key: after.name_key });
      if (holder && holder.id !== id) throw nameTaken(after.name);
      await changeLoadList(trx, id, { ...after, updated_at: this.now(), updated_by_name: by.name });
      await this.#record(trx, 'update_load_list', seen, by, { before: { name: before.name } });
      return toListResponse(await this.#existing(id, trx), by);
    });
  }

  /** Adds and removes loads. Throws 403, 404, and 409 when the list is full. */
  async changeLoads(
    id: string,
    { add, remove }: ListedLoadsChange,
    by: ListUser,
  ): Promise<ListedLoadsResult> {
    const row = await this.#writable(id, by);
    const now = this.now();
    return this.#change(async (trx) => {
      const removed = await removeListedLoads(trx, id, remove);
      const added = await addListedLoads(trx, id, add, { added_at: now, added_by_name: by.name });
      if (added.length > 0 && (await listedLoads(trx, id)).length > MAX_LISTED_LOADS)
        throw Problem.conflict(
          `A list can have at most ${MAX_LISTED_LOADS} loads`,
          'Remove loads from it, or create another list.',
        );
      if (added.length > 0 || removed.length > 0) {
        await changeLoadList(trx, id, { updated_at: now, updated_by_name: by.name });
        const counts = { added: added.length, removed: removed.length };
        await this.#record(trx, 'change_listed_loads', row, by, counts);
      }
      return { list: toListResponse(await this.#existing(id, trx), by), added, removed };
    });
  }

  /** @returns the deleted list, so that it can be restored. Throws 403 and 404. */
  async remove(id: string, by: ListUser): Promise<LoadListDetail> {
    const row = await this.#writable(id, by);
    // Only the list is deleted: its loads stay on the board or in the archive.
    return this.#change(async (trx) => {
      const detail = await this.#detail(row, by, trx);
      await deleteRow(trx, 'load_list_load', { list_id: id });
      if (await deleteRow(trx, 'load_list', { id }))
        await this.#record(trx, 'delete_load_list', row, by, { loads: detail.load_ids.length });
      return detail;
    });
  }

  async #detail(row: CountedListRow, by: Person, store: Database = this.options.db): Promise<LoadListDetail> {
    return { ...toListResponse(row, by), load_ids: await listedLoads(store, row.id) };
  }

  async #existing(id: string, store: Database = this.options.db): Promise<CountedListRow> {
    const row = await loadListById(store, id);
    if (!row) throw Problem.notFound('This list was deleted', 'Its loads are not changed.');
    return row;
  }

  async #readable(id: string, by: Person): Promise<CountedListRow> {
    const row = await this.#existing(id);
    if (row.scope !== TEAM && row.scope !== scopeOf('person', by))
      throw Problem.forbidden(
        `This list is private to ${row.owner_name}`,
        `It is not shared. Ask ${row.owner_name} to share it with the team.`,
      );
    return row;
  }

  async #writable(id: string, by: ListUser): Promise<CountedListRow> {
    const row = await this.#readable(id, by);
    assertWritable(row.scope, by);
    return row;
  }

  async #change<T>(work: (trx: Database) => Promise<T>): Promise<T> {
    const { db, log, onChange } = this.options;
    const changed = await inTransaction(db, work);
    await afterCommit(log, 'notify pages of changed lists', () => onChange?.());
    return changed;
  }

  /** Logs changes of team lists only. */
  async #record(
    trx: Database,
    action: Action,
    { id, scope, name }: LoadListRow,
    by: Person,
    detail: object,
  ): Promise<void> {
    if (scope !== TEAM) return;
    await this.options.activity.record(trx, by, action, id, { name, ...detail });
  }
}

function assertWritable(scope: string, by: ListUser): void {
  if (scope === TEAM && !by.manages_loads)
    throw Problem.forbidden(
      "Only dispatchers and administrators can change the team's lists",
      'Create a list for yourself, or ask a Waypost administrator for dispatcher access.',
    );
}

function toListResponse(row: CountedListRow, by: Person | null): LoadList {
  return {
    ...withIsoTimes(row),
    list_id: row.id,
    scope: row.scope === TEAM ? TEAM : 'person',
    is_own: row.owner_sub === by?.sub,
  };
}

const nameTaken = (name: string) =>
  Problem.conflict(`A list named ${name} already exists`, 'Choose another name.');

export function createLoadLists(options: LoadListsOptions): Capability & {
  readonly lists: LoadLists;
} {
  const lists = new LoadLists(options);
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
