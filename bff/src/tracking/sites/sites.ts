/**
 * The team's sites: named circles with unique names regardless of case. Also kept in memory, because each monitor shows the free time
 * and the rate of its sites.
 */
import { randomUUID } from 'node:crypto';
import { API_ROUTES } from '@waypost/contract/api/routes';
import {
  type Site,
  type SiteChange,
  type SiteWrite,
  siteFields,
  type siteImport,
  siteWrite,
} from '@waypost/contract/api/sites';
import type { Circle } from '@waypost/contract/monitors';
import { distanceMeters } from '@waypost/geo/geodesy';
import type { Router } from 'express';
import type { z } from 'zod';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { invalidField, Problem, withChange } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { pick } from '../../platform/lib/pick.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import {
  addRow,
  deleteRow,
  readSetting,
  rowOf,
  rowsOf,
  updateRow,
  writeSetting,
} from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';

type SiteRow = Tables['site'];

interface SitesOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  /** Called after each change that other servers need to read. */
  readonly onCommit: () => void;
}

type Import = z.output<typeof siteImport>;

export class Sites extends ServerPart<SitesOptions> {
  #all = new Map<string, SiteRow>();
  #byName = new Map<string, SiteRow>();
  #rows: readonly SiteRow[] = [];
  #stamp: string | null = null;
  readonly onChange = new Topic();

  private constructor(options: SitesOptions) {
    super(options);
  }

  static async open(options: SitesOptions): Promise<Sites> {
    const sites = new Sites(options);
    await sites.#read();
    return sites;
  }

  /** Reads what another server has written. */
  async catchUp(): Promise<void> {
    if ((await readSetting(this.options.db, STAMP)) !== this.#stamp) await this.#read();
  }

  async #read(): Promise<void> {
    const { db } = this.options;
    // Read first: anything written in the meantime changes the stamp again.
    const stamp = await readSetting(db, STAMP);
    const rows = await rowsOf(db, 'site', {}, ['name_key']);
    this.#stamp = stamp;
    this.#rows = rows;
    this.#all = new Map(rows.map((row) => [row.id, row]));
    this.#byName = new Map(rows.map((row) => [row.name_key, row]));
    this.onChange.publish();
  }

  get(id: string): SiteRow | undefined {
    return this.#all.get(id);
  }

  /** The site at the place of a circle, the nearest of several: each has the center of the other inside. */
  at(circle: Circle): SiteRow | undefined {
    let found: SiteRow | undefined;
    let nearest = circle.radius_meters;
    for (const site of this.#rows) {
      // Most sites are far away, and this is called for each stop without a site of its own.
      if (Math.abs(site.latitude - circle.latitude) * DEGREE_METERS > nearest) continue;
      const meters = distanceMeters(site, circle);
      if (meters <= nearest && meters <= site.radius_meters) [found, nearest] = [site, meters];
    }
    return found;
  }

  named(name: string): SiteRow | undefined {
    return this.#byName.get(siteNameKey(name));
  }

  /** Sorted by name. */
  list(): Site[] {
    return [...this.#all.values()].sort((a, b) => (a.name_key < b.name_key ? -1 : 1)).map(toSiteResponse);
  }

  /** Throws 409 when the name is taken. */
  async create(fields: SiteWrite, by: Person): Promise<Site> {
    const now = this.now();
    const row = { id: randomUUID(), created_at: now, ...toColumns(fields, by, now) };
    await this.#change(async (store) => {
      if (!(await addRow(store, 'site', row, 'ignore'))) throw nameTaken(fields.name);
      await this.options.activity.record(store, by, 'create_site', row.id, { name: row.name });
    });
    return toSiteResponse(row);
  }

  /** Throws 404, 409 when another site has the name, and 412 when `given.before` is not what is stored. */
  async update(id: string, given: SiteChange, by: Person): Promise<Site> {
    const row = await this.#change(async (store) => {
      const before = await rowOf(store, 'site', { id });
      if (!before) throw notFound();
      const last = { by: before.updated_by_name, act: 'changed this site' };
      const fields = withChange(siteWrite, pick(before, siteFields.keyof().options), given, last);
      const change = toColumns(fields, by, this.now());
      const holder = await rowOf(store, 'site', { name_key: change.name_key });
      if (holder && holder.id !== id) throw nameTaken(fields.name);
      if (!(await updateRow(store, 'site', { id, updated_at: before.updated_at }, change)))
        throw Problem.outdated(null, last.act);
      await this.options.activity.record(store, by, 'update_site', id, { name: change.name });
      return { ...before, ...change };
    });
    return toSiteResponse(row);
  }

  async remove(id: string, by: Person): Promise<void> {
    await this.#change(async (store) => {
      const removed = await deleteRow(store, 'site', { id });
      if (!removed) throw notFound();
      await this.options.activity.record(store, by, 'delete_site', id, { name: removed.name });
    });
  }

  /** Imports all of them or none. Throws 422 when one name occurs with different circles. */
  async import({ items, on_conflict }: Import, by: Person) {
    const now = this.now();
    const wanted = new Map<string, SiteRow>();
    items.forEach((fields, index) => {
      const row = { id: randomUUID(), created_at: now, ...toColumns(fields, by, now) };
      const other = wanted.get(row.name_key);
      if (other && !sameCircle(other, row))
        throw invalidField(
          `body.items.${index}.name`,
          fields.name,
          'appears twice in this import with different circles',
        );
      if (!other) wanted.set(row.name_key, row);
    });
    const counts = await this.#change(async (store) => {
      const counts = { added: 0, replaced: 0, kept: items.length - wanted.size };
      for (const row of wanted.values()) {
        const existing = await rowOf(store, 'site', { name_key: row.name_key });
        if (!existing) {
          await addRow(store, 'site', row, 'ignore');
          counts.added += 1;
        } else if (on_conflict === 'keep' || sameSite(existing, row)) counts.kept += 1;
        else {
          const { id: _, created_at: __, ...change } = row;
          await updateRow(store, 'site', { id: existing.id }, change);
          counts.replaced += 1;
        }
      }
      await this.options.activity.record(store, by, 'import_sites', null, counts);
      return counts;
    });
    return { ...counts, items: this.list() };
  }

  async #change<T>(work: (store: Database) => Promise<T>): Promise<T> {
    const { db, log, onCommit } = this.options;
    const changed = await inTransaction(db, async (store) => {
      await writeSetting(store, STAMP, randomUUID());
      return work(store);
    });
    await afterCommit(log, 'read the changed sites', () => this.#read());
    await afterCommit(log, 'notify other servers of changed sites', onCommit);
    return changed;
  }
}

/** Setting with a value that each modification replaces; times do not tell, because the clocks of servers differ. */
const STAMP = 'sites_stamp';

/** A degree of latitude, rounded down. */
const DEGREE_METERS = 110_000;

/** Name for comparison: case, width and repeated spaces are ignored. */
const siteNameKey = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

function toColumns(fields: SiteWrite, by: Person, now: number): Omit<SiteRow, 'id' | 'created_at'> {
  return { ...fields, name_key: siteNameKey(fields.name), updated_at: now, updated_by_name: by.name };
}

const toSiteResponse = ({ name_key: _, ...row }: SiteRow): Site => withIsoTimes(row);

const CIRCLE = ['latitude', 'longitude', 'radius_meters'] as const;
const TERMS = ['name', 'free_minutes', 'detention_rate', 'detention_currency', 'note'] as const;
const sameCircle = (a: SiteRow, b: SiteRow) => CIRCLE.every((key) => a[key] === b[key]);
const sameSite = (a: SiteRow, b: SiteRow) => sameCircle(a, b) && TERMS.every((key) => a[key] === b[key]);

const nameTaken = (name: string) =>
  Problem.conflict(`A site named ${name} already exists`, 'Choose another name, or edit that site');
const notFound = () => Problem.notFound('Site not found');

export async function createSites(
  options: Uses<'log' | 'db' | 'activity'> & { readonly cluster: Cluster; readonly geocoder: Geocoder },
): Promise<Capability & { readonly sites: Sites }> {
  const { log, db, activity, cluster, geocoder } = options;
  const { bus } = cluster;
  const sites = await Sites.open({ db, log, activity, onCommit: () => bus.publish('monitors', 'sites') });
  bus.follow('monitors', () => sites.catchUp());
  return { sites, routes: (router) => mountSites(router, sites, geocoder) };
}

function mountSites(router: Router, sites: Sites, geocoder: Geocoder): void {
  mountRoutes(router, API_ROUTES, {
    listSites: () => ({ items: sites.list() }),
    createSite: ({ body, session }) => sites.create(body, session),
    updateSite: ({ params, body, session }) => sites.update(params.site_id, body, session),
    deleteSite: ({ params, session }) => sites.remove(params.site_id, session),
    importSites: ({ body, session }) => sites.import(body, session),
    findPlaces: async ({ query }) => ({ items: await geocoder.find(query.q) }),
  });
}
