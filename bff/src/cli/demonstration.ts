/**
 * Fills the demonstration on its first start with what only Waypost stores: contacts, sites, lists, owners, notes, snoozes, calls and
 * a handover. Everything goes through our own API, as people would enter it. A database that a person has used is left alone.
 */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { ContactWrite } from '@waypost/contract/api/contacts';
import type { Owner } from '@waypost/contract/api/load-triage';
import type { SiteWrite } from '@waypost/contract/api/sites';
import type { TriageAct } from '@waypost/contract/api/triage';
import { distanceMeters } from '@waypost/geo/geodesy';
import { TestBrowser } from '../testing/browser.ts';
import type { SandboxLine } from './processes.ts';

const COMPANY = 'Northbound Freight (demonstration)';
const SITES = 30;
const [SITE_RADIUS_METERS, FREE_MINUTES] = [600, 120];
/** Customers with the most stops get a list of their loads. */
const LISTED_CUSTOMERS = 3;
/** Loads about which a person knows whether identifiers were sent. */
const KNOWN_IDENTIFIERS = 4;
const CANCELLED_MONITORS = 2;
const HOUR = 3600_000;
const SNOOZED_MS = 3 * HOUR;
const LATE_MS = 1.5 * HOUR;
/** A truck this far from a site has left it. */
const FAR_METERS = 60_000;
const LOOK_EVERY_MS = 500;

const FIRST_NAMES = [
  'Maria',
  'Terrence',
  'Priya',
  'Walt',
  'Keisha',
  'Luis',
  'Hannah',
  'Dwight',
  'Amara',
  'Gus',
];
const LAST_NAMES = [
  'Delgado',
  'Okafor',
  'Whitaker',
  'Nguyen',
  'Brandt',
  'Reyes',
  'Coleman',
  'Sorensen',
  'Patel',
];
/** What people write about an exception, by its cause. */
const NOTES: Readonly<Partial<Record<string, string>>> = {
  unassigned: 'Carrier confirmed the pickup by phone. They send the truck number this afternoon.',
  disagree: 'Asked the carrier which truck has the load. They check and call back.',
  same_truck: 'Two partial loads on one trailer, confirmed by dispatch.',
  stale: 'Dispatch reaches the driver by phone: no signal in the mountains, otherwise on time.',
  stale_driving: 'Driver says the tablet restarts by itself. Their safety desk knows.',
  no_signal: 'New truck, the device is not installed yet. Check calls every four hours until then.',
  not_shared: 'Asked for location sharing. Their owner decides this week.',
  running_late: 'Receiver takes it until 6 p.m., then it moves to tomorrow morning.',
  late: 'Customer is informed, new time agreed.',
  unknown: 'The clock of the device is wrong. Carrier opened a ticket with its provider.',
};

export interface DemonstrationOptions {
  /** Waypost's own URL. */
  readonly url: string;
  readonly line: SandboxLine;
  readonly signal: AbortSignal;
}

interface SandboxSite {
  readonly name: string;
  readonly customer: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** A signed-in person. */
class Colleague {
  readonly #url: string;
  readonly #signal: AbortSignal;
  readonly #browser = new TestBrowser();

  constructor({ url, signal }: DemonstrationOptions) {
    this.#url = url;
    this.#signal = signal;
  }

  async signIn({ username, password }: SandboxLine['users'][number]): Promise<void> {
    const page = await this.#browser.go(`${this.#url}/bff/login?return_to=/`);
    await this.#browser.submit(page, { username, password });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#browser.api(`${this.#url}/api/${path}`, {
      method,
      body,
      signal: this.#signal,
    });
    if (answer.status >= 300) throw new Error(`${method} /api/${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  }

  readonly loads = async () => (await this.call<{ items: BoardLoad[] }>('GET', 'loads')).items;

  act(act: TriageAct, loads: readonly BoardLoad[]): Promise<unknown> {
    const items = loads.map(({ load_id, triage }) => ({ load_id, version: triage?.version ?? 0 }));
    return this.call('POST', 'triage/acts', { act_id: randomUUID(), act, items });
  }
}

/** Resolves with false when the database has been used before. */
export async function fillDemonstration(options: DemonstrationOptions): Promise<boolean> {
  const { line, signal } = options;
  const signedIn = async (role: string) => {
    const user = line.users.find(({ roles }) => roles.includes(role));
    if (!user) throw new Error(`the sandbox has no ${role}`);
    const colleague = new Colleague(options);
    await colleague.signIn(user);
    return colleague;
  };
  const admin = await signedIn('admin');
  const used = await admin.call<{ items: unknown[] }>('GET', 'activity?sessions=leave_out&size=1');
  if (used.items.length > 0) return false;
  const [dispatcher, onboarding] = [await signedIn('dispatcher'), await signedIn('onboarding')];

  await admin.call('PATCH', 'company', { name: COMPANY, time_zone: 'America/Chicago' });
  const answer = await fetch(`${line.base_url}/_sandbox/sites`, { signal });
  const { sites } = (await answer.json()) as { sites: SandboxSite[] };
  const fleets = await onboarding.call<{ items: { fleet_id: string; name: string | null }[] }>(
    'GET',
    'fleets',
  );
  const contacts = fleets.items.flatMap(contactsOf);
  if (contacts.length > 0)
    await onboarding.call('POST', 'contacts/import', { on_conflict: 'keep', items: contacts });

  const loads = await allRead(dispatcher, signal);
  await dispatcher.call('POST', 'sites/import', { on_conflict: 'keep', items: siteBook(sites, loads) });
  await makeLists(dispatcher, sites, loads);
  const unassigned = loads.filter(({ tracking_health }) => tracking_health === 'unassigned');
  const known = unassigned.slice(0, KNOWN_IDENTIFIERS).map(({ load_id }) => load_id);
  for (const [i, load_id] of known.entries())
    await dispatcher.call('POST', `loads/${load_id}/identifiers`, { sent: i % 2 === 0 });
  await workOnExceptions(dispatcher, admin, await allRead(dispatcher, signal, known));
  await callAboutLateLoad(dispatcher, await dispatcher.loads());
  const { items: monitors } = await dispatcher.call<{ items: { id: string }[] }>(
    'GET',
    'monitors?part=current',
  );
  for (const { id } of monitors.slice(0, CANCELLED_MONITORS))
    await dispatcher.call('POST', `monitors/${id}/cancel`);
  await monitorTooLate(dispatcher, sites, loads);
  return true;
}

/** All stops of some loads, so that monitors of these need no drawing: first of loads with an exception and a truck. */
function siteBook(sites: readonly SandboxSite[], loads: readonly BoardLoad[]): SiteWrite[] {
  const byName = new Map(sites.map((site) => [site.name.toLowerCase(), site]));
  const isFirst = ({ triage, vehicle_assignment }: BoardLoad) =>
    triage !== null && vehicle_assignment !== null;
  const first = loads.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const names = first.flatMap(({ stops }) => stops.flatMap(({ name }) => name?.toLowerCase() ?? []));
  const known = new Set([...names, ...byName.keys()].flatMap((name) => byName.get(name) ?? []));
  return [...known].slice(0, SITES).map(({ name, latitude, longitude }, i) => ({
    name,
    latitude,
    longitude,
    radius_meters: SITE_RADIUS_METERS,
    free_minutes: FREE_MINUTES,
    detention_rate: '65',
    detention_currency: 'USD',
    note: `Docks ${1 + (i % 3) * 20} to ${18 + (i % 3) * 20}. Check in at gate ${1 + (i % 4)}.`,
  }));
}

function contactsOf(
  { fleet_id, name }: { fleet_id: string; name: string | null },
  fleet: number,
): ContactWrite[] {
  const domain =
    (name ?? 'carrier')
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join('-') ?? 'carrier';
  return ['Dispatch', 'After hours'].map((role, i) => {
    const person = 2 * fleet + i;
    const first = FIRST_NAMES[person % FIRST_NAMES.length] as string;
    const last = LAST_NAMES[person % LAST_NAMES.length] as string;
    return {
      fleet_id,
      name: `${first} ${last}`,
      role,
      // Numbers reserved for fiction.
      phone: `+1 ${String(300 + fleet)} 555 ${String(100 + (person % 100)).padStart(4, '0')}`,
      email: `${first}.${last}@${domain}.example`.toLowerCase(),
      is_primary: i === 0,
    };
  });
}

/**
 * The board's loads once each was read or failed to be, and exceptions are open: for loads whose identifiers are known, the one that
 * follows from that.
 */
async function allRead(
  person: Colleague,
  signal: AbortSignal,
  known: readonly string[] = [],
): Promise<BoardLoad[]> {
  while (true) {
    const loads = await person.loads();
    const isRead = ({ read_at, read_error }: BoardLoad) => read_at !== null || read_error !== null;
    const isDue = ({ load_id, triage }: BoardLoad) =>
      known.includes(load_id) && triage?.cause === 'unassigned';
    const isOpen = loads.some(({ triage }) => triage !== null);
    if (isOpen && loads.every(isRead) && !loads.some(isDue)) return loads;
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      setTimeout(resolve, LOOK_EVERY_MS).unref();
    });
  }
}

async function makeLists(
  person: Colleague,
  sites: readonly SandboxSite[],
  loads: readonly BoardLoad[],
): Promise<void> {
  const customers = [...new Set(sites.flatMap(({ customer }) => customer ?? []))];
  for (const customer of customers.slice(0, LISTED_CUSTOMERS)) {
    const theirs = loads.filter(({ stops }) => stops.at(-1)?.name?.includes(customer));
    const load_ids = theirs.map(({ load_id }) => load_id);
    await person.call('POST', 'load-lists', {
      list_id: randomUUID(),
      name: customer,
      scope: 'team',
      load_ids,
    });
  }
}

/** A monitor that waits for a truck at an origin that it has left. */
async function monitorTooLate(
  person: Colleague,
  sites: readonly SandboxSite[],
  loads: readonly BoardLoad[],
): Promise<void> {
  const byName = new Map(sites.map((site) => [site.name, site]));
  const calm = loads.filter(
    (load) =>
      load.triage === null &&
      load.monitor === null &&
      load.tracking_health === 'live' &&
      load.vehicle_assignment?.agreement === 'agree' &&
      Date.parse(load.stops[0]?.estimated_departure_at ?? '') < Date.now(),
  );
  for (const { load_id, load_ref, stops, vehicle_assignment, last_position } of calm) {
    const ends = [stops[0], stops.at(-1)].flatMap((stop) => {
      const site = byName.get(stop?.name ?? '');
      const isFar = site && last_position && distanceMeters(site, last_position) > FAR_METERS;
      return stop && isFar ? [{ stop, site }] : [];
    });
    const [origin, destination] = ends;
    if (!origin || !destination || !vehicle_assignment) continue;
    const circle = ({ latitude, longitude }: SandboxSite) => ({
      latitude,
      longitude,
      radius_meters: SITE_RADIUS_METERS,
    });
    await person.call('POST', 'monitors', {
      name: load_ref,
      vehicle_id: vehicle_assignment.vehicle.id,
      origin: circle(origin.site),
      destination: circle(destination.site),
      starts_at: new Date().toISOString(),
      about: {
        load_id,
        stops: ends.map(({ stop, site }, sequence) => ({
          sequence,
          name: site.name,
          site_id: null,
          load_stop_sequence: stop.sequence,
          planned_arrival_at: stop.estimated_arrival_at,
        })),
      },
    });
    return;
  }
}

/** A carrier has said on the phone that it will be late. */
async function callAboutLateLoad(person: Colleague, loads: readonly BoardLoad[]): Promise<void> {
  const appointmentOf = ({ stops }: BoardLoad) =>
    Date.parse(stops.at(-1)?.estimated_arrival_at ?? '') - Date.now();
  const load = loads.find(
    (one) =>
      one.tracking_health === 'live' &&
      one.triage === null &&
      appointmentOf(one) > HOUR &&
      appointmentOf(one) < 4 * HOUR,
  );
  const stop = load?.stops.at(-1);
  if (!load || !stop?.estimated_arrival_at) return;
  const at = new Date(Date.parse(stop.estimated_arrival_at) + LATE_MS).toISOString();
  const text = 'Flat tire, a mechanic is on the way. The receiver knows.';
  await person.act({ kind: 'call', outcome: 'eta', text, eta: { stop_sequence: stop.sequence, at } }, [load]);
}

/** Three people have taken loads, with notes and snoozes, one exception is closed, and some loads are offered to the next shift. */
async function workOnExceptions(
  dispatcher: Colleague,
  admin: Colleague,
  loads: readonly BoardLoad[],
): Promise<void> {
  const open = loads.filter(({ triage }) => triage !== null);
  const share = Math.floor(open.length / 6);
  const part = (n: number) => open.slice(n * share, (n + 1) * share);
  await dispatcher.act({ kind: 'assign' }, part(0));
  await admin.act({ kind: 'assign' }, part(1));
  const taken = new Set((await admin.loads()).flatMap(({ triage }) => triage?.owner?.sub ?? []));
  const { items: people } = await admin.call<{ items: Owner[] }>('GET', 'triage/people');
  const third = people.find(({ sub }) => !taken.has(sub));
  if (third) await admin.act({ kind: 'assign', sub: third.sub }, part(2));

  const current = new Map((await admin.loads()).map((load) => [load.load_id, load]));
  const refreshed = (n: number) => part(n).flatMap(({ load_id }) => current.get(load_id) ?? []);
  for (const [n, person] of [dispatcher, admin].entries()) {
    const byCause = new Map(refreshed(n).map((load) => [load.triage?.cause ?? '', load]));
    for (const [cause, load] of byCause) {
      const text = NOTES[cause];
      if (text) await person.act({ kind: 'note', text }, [load]);
    }
  }
  const later = new Date(Date.now() + SNOOZED_MS).toISOString();
  await dispatcher.act({ kind: 'snooze', until: later }, refreshed(0).slice(-2));
  await dispatcher.act({ kind: 'snooze', until: null }, refreshed(3).slice(0, 2));
  await admin.act({ kind: 'close', reason: 'carrier_confirmed' }, refreshed(4).slice(0, 1));
  // Last, because a later act would end the offer.
  await admin.act(
    { kind: 'offer' },
    (await admin.loads()).filter(({ load_id }) => part(1).some((one) => one.load_id === load_id)),
  );
}
