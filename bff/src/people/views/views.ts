/** Saved views of the board. Private views are visible to their owner only; team views are changed by everybody who manages loads. */
import { may } from '@waypost/contract/api/session';
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import { MAX_VIEWS, type SavedView, type ViewChange, type ViewCreate } from '@waypost/contract/api/views';
import type { Action } from '../../platform/activity/activity.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import { addRow, deleteRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

type ViewRow = Tables['saved_view'];

/** Names are unique within the team, and within each person's private views. */
export const TEAM = 'team';
export const scopeOf = (scope: SavedView['scope'], { sub }: Person): string =>
  scope === TEAM ? TEAM : `person:${sub}`;
/** Name for comparison: case, width and repeated spaces are ignored. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').replace(/\s+/g, ' ').toLowerCase();

type Viewer = Person & { readonly roles: readonly string[] };

interface ViewsOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  readonly onChange?: () => void;
}

export class Views extends ServerPart<ViewsOptions> {
  /** Team views and private ones, sorted by name. */
  async list(by: Person): Promise<SavedView[]> {
    const rows = await rowsOf(this.options.db, 'saved_view', { scope: [TEAM, scopeOf('person', by)] }, [
      'name_key',
      'scope',
    ]);
    return rows.map((row) => toViewResponse(row, by));
  }

  /** Idempotent by `view_id`. Throws 403, 409 (name taken) and 422 (too many). */
  async create({ view_id, ...fields }: ViewCreate, by: Viewer): Promise<SavedView> {
    const { db } = this.options;
    const scope = scopeOf(fields.scope, by);
    assertWritable(scope, by);
    const existing = await rowOf(db, 'saved_view', { id: view_id });
    if (existing) {
      if (existing.owner_sub !== by.sub) throw notFound();
      return toViewResponse(existing, by);
    }
    if ((await rowsOf(db, 'saved_view', { scope: [scope] }, ['name_key', 'scope'])).length >= MAX_VIEWS)
      throw Problem.conflict(`There are already ${MAX_VIEWS} views`, "Delete one you don't use.");
    const now = this.now();
    const row: ViewRow = {
      id: view_id,
      ...toColumns(fields, scope),
      version: 1,
      owner_sub: by.sub,
      owner_name: by.name,
      created_at: now,
      updated_at: now,
      updated_by_name: by.name,
    };
    await this.#change(async (trx) => {
      if (!(await addRow(trx, 'saved_view', row, 'ignore'))) throw nameTaken(fields.name);
      await this.#record(trx, 'create_view', row, by);
    });
    return toViewResponse(row, by);
  }

  /** Throws 403, 404, and 409 when the name is taken or somebody else has changed it since. */
  async update(id: string, { version, ...fields }: ViewChange, by: Viewer): Promise<SavedView> {
    const before = await this.#writable(id, by);
    const scope = scopeOf(fields.scope, by);
    assertWritable(scope, by);
    // It would become private to whoever does it, so that the owner and the team lose it.
    if (scope !== before.scope && before.owner_sub !== by.sub)
      throw Problem.forbidden(
        `Only ${before.owner_name} can make this view private`,
        'Save a view of your own instead.',
      );
    const change = {
      ...toColumns(fields, scope),
      version: version + 1,
      updated_at: this.now(),
      updated_by_name: by.name,
    };
    const row = { ...before, ...change };
    await this.#change(async (trx) => {
      const holder = await rowOf(trx, 'saved_view', { scope, name_key: change.name_key });
      if (holder && holder.id !== id) throw nameTaken(fields.name);
      if (!(await updateRow(trx, 'saved_view', { id, version }, change))) {
        const now = await rowOf(trx, 'saved_view', { id });
        if (!now) throw notFound();
        throw Problem.conflict(
          `${now.updated_by_name} has changed this view since`,
          'Open it again, then change it.',
        );
      }
      // A team view that becomes private counts as a change of a team view, because others no longer see it.
      await this.#record(trx, 'update_view', before.scope === TEAM ? { ...row, scope: TEAM } : row, by);
    });
    return toViewResponse(row, by);
  }

  async remove(id: string, by: Viewer): Promise<void> {
    const row = await this.#writable(id, by);
    await this.#change(async (trx) => {
      if (await deleteRow(trx, 'saved_view', { id })) await this.#record(trx, 'delete_view', row, by);
    });
  }

  async #change(work: (trx: Database) => Promise<void>): Promise<void> {
    const { db, log, onChange } = this.options;
    await inTransaction(db, work);
    await afterCommit(log, 'notify pages of changed views', () => onChange?.());
  }

  /** Another person's private view counts as not found. */
  async #writable(id: string, by: Viewer): Promise<ViewRow> {
    const row = await rowOf(this.options.db, 'saved_view', { id });
    if (!row || (row.scope !== TEAM && row.scope !== scopeOf('person', by))) throw notFound();
    assertWritable(row.scope, by);
    return row;
  }

  /** Logs changes of team views only. */
  async #record(trx: Database, action: Action, { id, scope, name }: ViewRow, by: Person): Promise<void> {
    if (scope !== TEAM) return;
    await this.options.activity.record(trx, by, action, id, { name });
  }
}

function assertWritable(scope: string, by: Viewer): void {
  if (scope === TEAM && !may(by.roles, 'manage_loads'))
    throw Problem.forbidden(
      "Only dispatchers and administrators can change the team's views",
      'Save the view for yourself, or ask a Waypost administrator for dispatcher access.',
    );
}

const toColumns = ({ name, search }: Pick<ViewCreate, 'name' | 'search'>, scope: string) => ({
  scope,
  name,
  name_key: nameKeyOf(name),
  search: JSON.stringify(search),
});

function toViewResponse({ id, scope, search, name_key: _, ...row }: ViewRow, by: Person): SavedView {
  return {
    ...withIsoTimes(row),
    view_id: id,
    scope: scope === TEAM ? TEAM : 'person',
    is_own: row.owner_sub === by.sub,
    search: JSON.parse(search) as SavedView['search'],
  };
}

const nameTaken = (name: string) =>
  Problem.conflict(`A view named ${name} already exists`, 'Choose another name.');
const notFound = () => Problem.notFound('View not found', 'It was deleted, or is private to another person.');

export function createViews(options: ViewsOptions): Capability {
  const views = new Views(options);
  return {
    routes: (router) =>
      mountRoutes(router, VIEW_ROUTES, {
        listViews: async ({ session }) => ({ items: await views.list(session) }),
        createView: ({ body, session }) => views.create(body, session),
        updateView: ({ params, body, session }) => views.update(params.view_id, body, session),
        deleteView: ({ params, session }) => views.remove(params.view_id, session),
      }),
  };
}
