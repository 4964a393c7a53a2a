/** Contacts at carriers, entered by our users. Read from the store each time: there are few, and all servers must see the same. */
import { randomUUID } from 'node:crypto';
import {
  type Contact,
  type ContactChange,
  type ContactWrite,
  contactFields,
  contactNameKey,
  contactWrite,
  MAX_CONTACTS_PER_FLEET,
} from '@waypost/contract/api/contacts';
import { sql } from 'kysely';
import type { Action } from '../../platform/activity/activity.ts';
import { invalidField, Problem, withChange } from '../../platform/http/problems.ts';
import { mapInTurns, nextTurn } from '../../platform/lib/async.ts';
import type { Person } from '../../platform/lib/person.ts';
import { pick } from '../../platform/lib/pick.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import { addRow, deleteRow, inPages, rowOf, rowsIn, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

type ContactRow = Tables['contact'];
/** Per fleet: the primary contact first, then the others by name. */
const ORDER = ['fleet_id', '-is_primary', 'name_key'] as const;

interface ContactsOptions extends Uses<'db' | 'activity' | 'now'> {
  /** Name or reference of a fleet; null: not known. */
  readonly fleetName: (fleet_id: string) => string | null;
}

interface ContactImport {
  readonly items: readonly ContactWrite[];
  readonly on_conflict: 'keep' | 'replace';
}

export class Contacts extends ServerPart<ContactsOptions> {
  async list(): Promise<Contact[]> {
    const rows: ContactRow[] = [];
    for await (const page of contactPages(this.options.db)) rows.push(...page);
    const of_fleet = Map.groupBy(rows, ({ fleet_id }) => fleet_id);
    const lists = await mapInTurns(of_fleet.values(), (contacts) =>
      primaryFirst(contacts).map(toContactResponse),
    );
    return lists.flat();
  }

  /** How many each fleet has. */
  async countByFleet(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.options.db
      .selectFrom('contact')
      .select(['fleet_id', sql<number>`count(*)`.as('contacts')])
      .groupBy('fleet_id')
      .execute();
    return new Map(rows.map(({ fleet_id, contacts }) => [fleet_id, Number(contacts)]));
  }

  async ofFleet(fleet_id: string): Promise<Contact[]> {
    return (await rowsOf(this.options.db, 'contact', { fleet_id }, ORDER)).map(toContactResponse);
  }

  /** Throws 409 when the fleet has a contact with this name, or too many. */
  async create(fields: ContactWrite, by: Person): Promise<Contact> {
    const row = this.#newRow(fields, by);
    await inTransaction(this.options.db, async (store) => {
      if (row.is_primary) await clearPrimary(store, row.fleet_id);
      if (!(await addRow(store, 'contact', row, 'ignore'))) throw nameTaken(fields.name);
      await assertWithinLimit(store, row.fleet_id);
      await this.#record(store, 'create_contact', row, by);
    });
    return toContactResponse(row);
  }

  /** Throws 404, 409 when another contact of the fleet has the name, and 412 when `given.before` is not what is stored. */
  async update(id: string, given: ContactChange, by: Person): Promise<Contact> {
    const row = await inTransaction(this.options.db, async (store) => {
      const before = await rowOf(store, 'contact', { id });
      if (!before) throw notFound();
      const stored = { ...before, is_primary: before.is_primary === 1 };
      const last = { by: before.updated_by_name, act: 'changed this contact' };
      const fields = withChange(contactWrite, pick(stored, contactFields.keyof().options), given, last);
      const change = toColumns(fields, by, this.now());
      const others = await rowsOf(store, 'contact', { fleet_id: change.fleet_id }, ORDER);
      if (others.some((one) => one.name_key === change.name_key && one.id !== id))
        throw nameTaken(fields.name);
      const after: ContactRow = { ...before, ...change };
      if (after.is_primary) await clearPrimary(store, after.fleet_id);
      if (!(await updateRow(store, 'contact', { id, updated_at: before.updated_at }, change)))
        throw Problem.outdated(null, last.act);
      await this.#record(store, 'update_contact', after, by);
      return after;
    });
    return toContactResponse(row);
  }

  /** Throws 404. */
  async remove(id: string, by: Person): Promise<void> {
    await inTransaction(this.options.db, async (store) => {
      const row = await deleteRow(store, 'contact', { id });
      if (!row) throw notFound();
      await this.#record(store, 'delete_contact', row, by);
    });
  }

  /** Imports all of them or none. Throws 422 for a person that occurs twice, and 409 when a fleet has too many. */
  async import({ items, on_conflict }: ContactImport, by: Person) {
    assertUnique(items);
    return inTransaction(this.options.db, async (store) => {
      const counts = { added: 0, replaced: 0, kept: 0 };
      const fleets = [...new Set(items.map(({ fleet_id }) => fleet_id))];
      const before = await rowsIn(store, 'contact', 'fleet_id', fleets);
      const known = new Map(before.map((row) => [personOf(row), row]));
      for (const fields of items) {
        await nextTurn();
        const row = this.#newRow(fields, by);
        const existing = known.get(personOf(row));
        if (existing && on_conflict === 'keep') {
          counts.kept += 1;
          continue;
        }
        if (row.is_primary) await clearPrimary(store, row.fleet_id);
        if (!existing) {
          await addRow(store, 'contact', row, 'ignore');
          counts.added += 1;
        } else {
          await updateRow(store, 'contact', { id: existing.id }, filledIn(row, existing));
          counts.replaced += 1;
        }
      }
      for (const fleet_id of fleets) {
        await nextTurn();
        await assertWithinLimit(store, fleet_id);
      }
      await this.options.activity.record(store, by, 'import_contacts', null, counts);
      return counts;
    });
  }

  #newRow(fields: ContactWrite, by: Person): ContactRow {
    const now = this.now();
    return { id: randomUUID(), created_at: now, ...toColumns(fields, by, now) };
  }

  /** Logs names, but no phone numbers or emails: the log is kept longer than personal data should be. */
  async #record(
    store: Database,
    action: Action,
    { id, name, fleet_id }: ContactRow,
    by: Person,
  ): Promise<void> {
    const { activity, fleetName } = this.options;
    await activity.record(store, by, action, id, { name, fleet_id, fleet_name: fleetName(fleet_id) });
  }
}

/** What an imported contact leaves out stays as it is. */
function filledIn(row: ContactRow, existing: ContactRow): Partial<ContactRow> {
  const { id: _, created_at: __, is_primary, ...columns } = row;
  return {
    ...columns,
    role: row.role ?? existing.role,
    phone: row.phone ?? existing.phone,
    email: row.email ?? existing.email,
    ...(is_primary === 1 ? { is_primary } : {}),
  };
}

function toColumns(fields: ContactWrite, by: Person, now: number): Omit<ContactRow, 'id' | 'created_at'> {
  return {
    ...fields,
    is_primary: fields.is_primary ? 1 : 0,
    name_key: contactNameKey(fields.name),
    updated_at: now,
    updated_by_name: by.name,
  };
}

function toContactResponse({ id, name_key: _, is_primary, ...row }: ContactRow): Contact {
  return { ...withIsoTimes(row), contact_id: id, is_primary: is_primary === 1 };
}

const ROWS_PER_PAGE = 500;

/** By fleet and name. */
function contactPages(db: Database): AsyncGenerator<ContactRow[]> {
  return inPages(ROWS_PER_PAGE, (last) => {
    let query = db.selectFrom('contact').selectAll();
    if (last) query = query.where(sql<boolean>`(fleet_id, name_key) > (${last.fleet_id}, ${last.name_key})`);
    return query.orderBy('fleet_id').orderBy('name_key').limit(ROWS_PER_PAGE).execute();
  });
}

const primaryFirst = (rows: readonly ContactRow[]): readonly ContactRow[] =>
  rows.toSorted((a, b) => b.is_primary - a.is_primary);

const personOf = ({ fleet_id, name_key }: Pick<ContactRow, 'fleet_id' | 'name_key'>) =>
  `${fleet_id} ${name_key}`;

function assertUnique(items: readonly ContactWrite[]): void {
  const seen = new Set<string>();
  for (const [index, { fleet_id, name }] of items.entries()) {
    const person = personOf({ fleet_id, name_key: contactNameKey(name) });
    if (seen.has(person))
      throw invalidField(`body.items.${index}.name`, name, 'appears twice in this import for the same fleet');
    seen.add(person);
  }
}

/** Called before another contact of the fleet becomes the primary one. */
const clearPrimary = (store: Database, fleet_id: string) =>
  updateRow(store, 'contact', { fleet_id, is_primary: 1 }, { is_primary: 0 });

async function assertWithinLimit(store: Database, fleet_id: string): Promise<void> {
  if ((await rowsOf(store, 'contact', { fleet_id }, ORDER)).length <= MAX_CONTACTS_PER_FLEET) return;
  throw Problem.conflict(
    `A fleet has at most ${MAX_CONTACTS_PER_FLEET} contacts`,
    'Delete contacts that are no longer needed',
  );
}

const nameTaken = (name: string) =>
  Problem.conflict(
    `The fleet already has a contact named ${name}`,
    'Edit that contact, or choose a different name',
  );
const notFound = () => Problem.notFound('Contact not found');
